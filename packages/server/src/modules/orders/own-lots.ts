import type { Asset, TxContext } from '../ledger/posting.ts';

/** A lot that came of an order, as it is now. */
export interface OwnLot {
  readonly id: number;
  readonly asset: Asset;
  readonly amount: number;
  readonly remaining: number;
  readonly held: number;
  /** UTC ms; null for ever. */
  readonly expiresAt: number | null;
  /** What a failed refund gave back; it was counted when the order was delivered. */
  readonly isReturned: boolean;
}

export async function listOwnLots({ tx }: Pick<TxContext, 'tx'>, orderId: number): Promise<OwnLot[]> {
  const rows = await tx
    .selectFrom('credit_lots')
    .selectAll()
    .where('source', 'in', ['order', 'refundReturn'])
    .where('source_id', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    asset: row.asset === 'power' ? 'power' : 'coin',
    amount: Number(row.amount),
    remaining: Number(row.remaining),
    held: Number(row.held),
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
    isReturned: row.source === 'refundReturn',
  }));
}
