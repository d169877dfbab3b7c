import type { Cell, Reader, RowOf } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';

/**
 * Money of a payment that its gateway returned, or may return, without a request of ours. `open`: a dispute that is not decided;
 * `pending`: the money has gone, and its refund is not booked yet; `booked`: it is; `dismissed`: the money stays with us.
 */
export interface StoredReversal {
  readonly id: number;
  readonly orderId: number;
  readonly channel: string;
  readonly kind: 'refund' | 'dispute';
  /** The gateway's number. */
  readonly reference: string;
  readonly status: 'open' | 'pending' | 'booked' | 'dismissed';
  /** Integer minor units; null where the gateway does not say it. */
  readonly amount: number | null;
  readonly currency: string;
  readonly reason: string | null;
  /** The refund that books it. */
  readonly refundId: number | null;
  /** The membership that was suspended for it. */
  readonly membershipId: number | null;
}

function reversalOf(row: RowOf<'payment_reversals'>): StoredReversal {
  return {
    id: row.id,
    orderId: row.order_id,
    channel: row.channel,
    kind: row.kind === 'dispute' ? 'dispute' : 'refund',
    reference: row.reference,
    status: row.status as StoredReversal['status'],
    amount: row.amount,
    currency: row.currency,
    reason: row.reason,
    refundId: row.refund_id,
    membershipId: row.membership_id,
  };
}

export type NewReversal = Omit<StoredReversal, 'id' | 'refundId' | 'membershipId'>;

/** A reversal of a locked order by the gateway's number, which may be another order's as well. Null when there is none. */
export async function findReversal(
  { tx }: Pick<TxContext, 'tx'>,
  { orderId, kind, reference }: Pick<StoredReversal, 'orderId' | 'kind' | 'reference'>,
): Promise<StoredReversal | null> {
  const all = tx.selectFrom('payment_reversals').selectAll().where('order_id', '=', orderId).where('kind', '=', kind);
  const row = await all.where('reference', '=', reference).executeTakeFirst();
  return row ? reversalOf(row) : null;
}

/** Stores a reversal of a locked order; one that is pending is due now. */
export async function insertReversal({ tx, at }: TxContext, one: NewReversal): Promise<StoredReversal> {
  const row = await tx
    .insertInto('payment_reversals')
    .values({
      order_id: one.orderId,
      channel: one.channel,
      kind: one.kind,
      reference: one.reference,
      status: one.status,
      amount: one.amount,
      currency: one.currency,
      reason: one.reason?.slice(0, 200) ?? null,
      next_try_at: one.status === 'pending' ? at : null,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return reversalOf(row);
}

export async function changeReversal(
  { tx, at }: TxContext,
  { id }: Pick<StoredReversal, 'id'>,
  cells: Readonly<Record<string, Cell>>,
): Promise<void> {
  await tx
    .updateTable('payment_reversals')
    .set({ ...cells, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** The reversals of an order that are in a state, oldest first. */
export async function reversalsOf(
  { tx }: { readonly tx: Reader },
  orderId: number,
  status: StoredReversal['status'],
): Promise<StoredReversal[]> {
  const own = tx.selectFrom('payment_reversals').selectAll().where('order_id', '=', orderId);
  return (await own.where('status', '=', status).orderBy('id').execute()).map(reversalOf);
}

/**
 * What of an order went back by refunds of ours, those under way among them, and by refunds at the gateway that are known.
 * Integer minor units.
 */
export async function explainedTotal({ tx }: { readonly tx: Reader }, orderId: number): Promise<number> {
  const ours = await tx
    .selectFrom('refunds')
    .select('amount')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['processing', 'succeeded', 'returned'])
    .where('requested_by', '<>', 'gateway')
    .execute();
  const theirs = await tx
    .selectFrom('payment_reversals')
    .select('amount')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'refund')
    .where('status', 'in', ['pending', 'booked'])
    .execute();
  return [...ours, ...theirs].reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}
