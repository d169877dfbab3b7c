import type { Cell, Reader, RowOf } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';

/**
 * Money of a payment that its gateway returned, or may return, without a request of this system. `open`: an undecided dispute;
 * `pending`: the money was returned, and its refund is not booked yet; `booked`: the refund is booked; `dismissed`: the money was
 * not returned.
 */
export interface StoredReversal {
  readonly id: number;
  readonly orderId: number;
  readonly channel: string;
  readonly kind: 'refund' | 'dispute';
  /** The gateway's number. */
  readonly reference: string;
  readonly status: 'open' | 'pending' | 'booked' | 'dismissed';
  /** Integer minor units; null when the gateway does not report it. */
  readonly amount: number | null;
  readonly currency: string;
  readonly reason: string | null;
  /** The refund that books it. */
  readonly refundId: number | null;
  /** The membership that was suspended for it. */
  readonly membershipId: number | null;
}

function getReversal(row: RowOf<'payment_reversals'>): StoredReversal {
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

/**
 * Finds a reversal of a locked order by the gateway's number, which is unique only per order. Returns null when there is none.
 */
export async function findReversal(
  { tx }: Pick<TxContext, 'tx'>,
  { orderId, kind, reference }: Pick<StoredReversal, 'orderId' | 'kind' | 'reference'>,
): Promise<StoredReversal | null> {
  const all = tx.selectFrom('payment_reversals').selectAll().where('order_id', '=', orderId).where('kind', '=', kind);
  const row = await all.where('reference', '=', reference).executeTakeFirst();
  return row ? getReversal(row) : null;
}

/** Stores a reversal of a locked order. A pending one is due immediately. */
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
  return getReversal(row);
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

/** Returns the reversals of an order with a status, oldest first. */
export async function reversalsOf(
  { tx }: { readonly tx: Reader },
  orderId: number,
  status: StoredReversal['status'],
): Promise<StoredReversal[]> {
  const own = tx.selectFrom('payment_reversals').selectAll().where('order_id', '=', orderId);
  return (await own.where('status', '=', status).orderBy('id').execute()).map(getReversal);
}

/**
 * Returns the total of the known refunds of an order, in integer minor units: refunds of this system, including those in
 * progress, and recorded refunds that were made at the gateway.
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
