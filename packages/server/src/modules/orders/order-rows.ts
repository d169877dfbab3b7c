import { ApiError, order as orderResource, type PayMethod } from '@gantry/core';
import type { Cell, Reader, Row } from '../../platform/store/database.ts';
import { changeRecord } from '../../platform/store/records.ts';
import type { TxContext } from '../ledger/posting.ts';
import type { ProductRequest } from './order-needs.ts';

/** An order as stored; money is integer fen, times are UTC ms. */
export interface StoredOrder extends ProductRequest {
  readonly id: number;
  readonly no: string;
  /** The product as it was sold. */
  readonly snapshot: unknown;
  readonly productName: string;
  readonly payable: number;
  readonly paid: number;
  readonly refunded: number;
  readonly currency: string;
  readonly channel: string;
  readonly payMethod: PayMethod | null;
  readonly tradeNo: string | null;
  readonly status: string;
  readonly fulfilStatus: string;
  readonly fulfilTries: number;
  readonly latePaid: boolean;
  /** Units that it took out of the product's stock; 0 where there was no limit, and once they were put back. */
  readonly stockTaken: number;
  readonly expiresAt: number;
  readonly paidAt: number | null;
  readonly nextFulfilAt: number | null;
  readonly row: Row;
}

const timeOf = (cell: unknown): number | null => (cell === null || cell === undefined ? null : Number(cell));

export function toOrder(row: Row): StoredOrder {
  return {
    id: Number(row.id),
    no: String(row.no),
    userId: Number(row.user_id),
    productType: String(row.product_type),
    productId: Number(row.product_id),
    productName: String(row.product_name),
    quantity: Number(row.quantity),
    snapshot: JSON.parse(String(row.product_snapshot ?? 'null')),
    payable: Number(row.payable),
    paid: Number(row.paid),
    refunded: Number(row.refunded),
    currency: String(row.currency),
    channel: String(row.pay_channel),
    payMethod: (row.pay_method ?? null) as PayMethod | null,
    tradeNo: row.trade_no === null ? null : String(row.trade_no),
    status: String(row.status),
    fulfilStatus: String(row.fulfil_status),
    fulfilTries: Number(row.fulfil_tries ?? 0),
    latePaid: Number(row.late_paid) === 1,
    stockTaken: Number(row.stock_taken ?? 0),
    expiresAt: Number(row.expires_at),
    paidAt: timeOf(row.paid_at),
    nextFulfilAt: timeOf(row.next_fulfil_at),
    row,
  };
}

type Which = { readonly id: number } | { readonly no: string };

/** An order, nobody else's until the transaction ends; null when there is none. Orders are locked before their users. */
export async function lockOrder({ tx, dialect }: TxContext, which: Which): Promise<StoredOrder | null> {
  const all = tx.selectFrom('orders').selectAll();
  const query = 'id' in which ? all.where('id', '=', which.id) : all.where('no', '=', which.no);
  const row = await (dialect.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row ? toOrder(row) : null;
}

export async function findOrder(read: Reader, which: Which): Promise<StoredOrder> {
  const all = read.selectFrom('orders').selectAll();
  const row = await ('id' in which
    ? all.where('id', '=', which.id)
    : all.where('no', '=', which.no)
  ).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: which });
  return toOrder(row);
}

/** Writes columns of a locked order, with what is left of its money; `by` is the admin who did it. */
export async function changeOrder(
  { tx, dialect, at }: TxContext,
  { row }: StoredOrder,
  cells: Readonly<Record<string, Cell>>,
  by: number | null = null,
): Promise<StoredOrder> {
  const net = Number(cells.paid ?? row.paid) - Number(cells.refunded ?? row.refunded);
  return toOrder(await changeRecord(tx, dialect, orderResource, row, { ...cells, net }, { by, at }));
}
