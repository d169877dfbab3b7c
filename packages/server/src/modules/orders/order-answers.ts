import { ApiError, type Locale, type LocalizedText, localize, order } from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { OperationCall, OperationResult, PrepareCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { Row } from '../../platform/store/database.ts';
import type { TxContext } from '../ledger/posting.ts';
import { type StoredOrder, toOrder } from './order-rows.ts';

export const words = {
  amount: { zh: '与应付金额不符', en: 'This is not what is to be paid' },
  trade: { zh: '该单号已用于另一个订单', en: 'This number is another order’s' },
  more: { zh: '超过可退金额', en: 'This is more than is left to refund' },
  requested: { zh: '超过申请的金额', en: 'This is more than was asked for' },
  full: { zh: '尚未发货的订单只能全额退款', en: 'An undelivered order can only be refunded in full.' },
  transfer: { zh: '请填写已退款项的单号', en: 'Give the number of the transfer that was made' },
  ownNumbers: {
    zh: '该渠道认得退款号，不需要填写',
    en: 'This channel uses its own refund numbers. Leave this field empty.',
  },
  taken: { zh: '该单号已用于另一笔退款', en: 'This is the number of another refund' },
  noQuery: { zh: '该渠道无法查询', en: 'This channel does not support queries.' },
  sandbox: { zh: '不是沙箱渠道的订单', en: 'This order was not placed in the sandbox.' },
  silent: { zh: '支付渠道没有应答，请稍后再试', en: 'The gateway did not answer; try again later' },
} as const satisfies Readonly<Record<string, LocalizedText>>;

export function createFieldError(field: string, why: LocalizedText, locale: Locale): ApiError {
  return new ApiError('invalid', { errors: { [field]: [localize(why, locale)] } });
}

export const toTxContext = ({ tx, services }: Pick<OperationCall, 'tx' | 'services'>): TxContext => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

export const requireLockedOrder = ({ row }: Pick<OperationCall, 'row'>): StoredOrder => toOrder(row ?? {});

/** The order as it is now, with what changed of it for the log. */
export async function createOrderResult(
  call: OperationCall,
  after: StoredOrder,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OperationResult> {
  const { tx, services, caller, row, input } = call;
  const data = await presentRow(services, tx, order, after.row, caller);
  const draft = createChangedDraft(order, call.name, row ?? {}, pickDiffering(row ?? {}, after.row));
  const reason = typeof input.reason === 'string' ? { reason: input.reason } : {};
  return { data, audit: { ...draft, after: { ...draft.after, ...more }, ...reason } };
}

/** The order as it stands after what followed the change. */
export async function loadFreshOrder({ services, caller, id }: Omit<PrepareCall, 'dryRun'>): Promise<unknown> {
  const { read } = services.database;
  const row: Row = await read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return presentRow(services, read, order, row, caller);
}
