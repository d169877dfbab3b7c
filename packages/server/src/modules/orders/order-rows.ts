import { randomInt } from 'node:crypto';
import {
  ApiError,
  type Locale,
  type LocalizedText,
  localize,
  order,
  order as orderResource,
  type PayMethod,
} from '@gantry/core';
import { createWallClock } from '../../platform/context/day-of.ts';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { OperationCall, OperationResult, PrepareCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { Cell, Reader, RowOf, Tx } from '../../platform/store/database.ts';
import { changeRecord } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { ProductRequest } from './order-deps.ts';

const toWallTime = createWallClock();

/** Creates a number that sorts by time and is hard to guess: a letter, the site's local time in seconds, eight random digits. */
export function createNumber(letter: string, at: number, timeZone: string): string {
  const time = toWallTime(at, timeZone).slice(2);
  return `${letter}${time}${String(randomInt(100_000_000)).padStart(8, '0')}`;
}

/** An order as stored; money is integer fen, times are UTC ms. */
export interface StoredOrder extends ProductRequest {
  readonly id: number;
  readonly no: string;
  /** The terms of the product when it was ordered. */
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
  /** Units taken out of the product's stock; 0 for unlimited stock, and after the units were returned. */
  readonly stockTaken: number;
  readonly expiresAt: number;
  readonly paidAt: number | null;
  readonly nextFulfilAt: number | null;
  readonly row: RowOf<'orders'>;
}

const getTime = (cell: unknown): number | null => (cell === null || cell === undefined ? null : Number(cell));

export function toOrder(row: RowOf<'orders'>): StoredOrder {
  return {
    id: row.id,
    no: row.no ?? '',
    userId: row.user_id,
    productType: row.product_type,
    productId: row.product_id ?? 0,
    productName: row.product_name ?? '',
    quantity: row.quantity ?? 0,
    snapshot: JSON.parse(row.product_snapshot ?? 'null'),
    payable: row.payable,
    paid: row.paid,
    refunded: row.refunded,
    currency: row.currency ?? '',
    channel: row.pay_channel,
    testMoney: row.test_money === 1,
    payMethod: row.pay_method,
    tradeNo: row.trade_no,
    status: row.status,
    fulfilStatus: row.fulfil_status,
    fulfilTries: row.fulfil_tries ?? 0,
    latePaid: row.late_paid === 1,
    stockTaken: row.stock_taken,
    expiresAt: row.expires_at ?? 0,
    paidAt: getTime(row.paid_at),
    nextFulfilAt: getTime(row.next_fulfil_at),
    row,
  };
}

type Which = { readonly id: number } | { readonly no: string };

/** Returns an order, locked until the transaction ends; null when there is none. Lock orders before their users. */
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

/** Writes columns of a locked order and its net amount (paid minus refunded). `by` is the admin, null for the system. */
export async function changeOrder(
  { tx, dialect, at }: TxContext,
  { row }: StoredOrder,
  cells: Readonly<Record<string, Cell>>,
  by: number | null = null,
): Promise<StoredOrder> {
  const net = Number(cells.paid ?? row.paid) - Number(cells.refunded ?? row.refunded);
  return toOrder(await changeRecord(tx, dialect, orderResource, row, { ...cells, net }, { by, at }));
}

/** The inviting distributor and the region of a buyer at one point in time. */
interface OrderOrigin {
  /** The distributor who invited them; null without an inviter, or when the inviter is not a distributor. */
  readonly distributorId: number | null;
  /** Six-digit region code of GB/T 2260; null when the user has none. */
  readonly regionCode: string | null;
}

export async function findOrderOrigin({ tx }: { readonly tx: Tx }, userId: number): Promise<OrderOrigin> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('distributors as d', (join) =>
      join.onRef('d.user_id', '=', 'u.inviter_id').on('d.status', 'in', ['active', 'frozen']),
    )
    .select(['u.region_code as region', 'd.id as distributor'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    distributorId: row.distributor,
    regionCode: row.region,
  };
}

export const words = {
  amount: { zh: '与应付金额不符', en: 'The amount does not match the amount due.' },
  trade: { zh: '该单号已用于另一个订单', en: 'This number belongs to another order.' },
  more: { zh: '超过可退金额', en: 'The amount exceeds the refundable amount.' },
  requested: { zh: '超过申请的金额', en: 'The amount exceeds the requested amount.' },
  full: { zh: '尚未发货的订单只能全额退款', en: 'An undelivered order can only be refunded in full.' },
  transfer: { zh: '请填写已退款项的单号', en: 'Enter the number of the transfer.' },
  ownNumbers: {
    zh: '该渠道支持退款号，无需填写',
    en: 'This channel uses its own refund numbers. Leave this field empty.',
  },
  taken: { zh: '该单号已用于另一笔退款', en: 'This number belongs to another refund.' },
  noQuery: { zh: '该渠道无法查询', en: 'This channel does not support queries.' },
  sandbox: { zh: '不是沙箱渠道的订单', en: 'This order was not placed in the sandbox.' },
  silent: { zh: '支付渠道未响应，请稍后再试', en: 'The gateway did not respond. Try again later.' },
} as const satisfies Readonly<Record<string, LocalizedText>>;

export function createFieldError(field: string, why: LocalizedText, locale: Locale): ApiError {
  return new ApiError('invalid', { errors: { [field]: [localize(why, locale)] } });
}

export const toTxContext = ({ tx, services }: Pick<OperationCall, 'tx' | 'services'>): TxContext => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

export const requireLockedOrder = ({ row }: Pick<OperationCall<'orders'>, 'row'>): StoredOrder => toOrder(row);

/** Returns the order after the change, and the changed fields for the audit log. */
export async function createOrderResult(
  call: OperationCall<'orders'>,
  after: StoredOrder,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OperationResult> {
  const { tx, services, caller, row, input } = call;
  const data = await presentRow(services, tx, order, after.row, caller);
  const draft = createChangedDraft(order, call.name, row, pickDiffering(row, after.row));
  const reason = typeof input.reason === 'string' ? { reason: input.reason } : {};
  return { data, audit: { ...draft, after: { ...draft.after, ...more }, ...reason } };
}

/** Reads the order again after the work that follows the transaction. */
export async function loadFreshOrder({ services, caller, id }: Omit<PrepareCall, 'dryRun'>): Promise<unknown> {
  const { read } = services.database;
  const row: RowOf<'orders'> = await read
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return presentRow(services, read, order, row, caller);
}
