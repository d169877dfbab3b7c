import { Fault, type Locale, order, say, type Words } from '@gantry/core';
import type { MoneyScope } from '../../money/posting.ts';
import { orderOf, type StoredOrder } from '../../orders/order-rows.ts';
import { changedDraft, differing } from '../../resources/changes.ts';
import type { OperationCall, OperationResult, PrepareCall } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import type { Row } from '../../store/database.ts';

export const words = {
  amount: { zh: '与应付金额不符', en: 'This is not what is to be paid' },
  trade: { zh: '该单号已用于另一个订单', en: 'This number is another order’s' },
  more: { zh: '超过可退金额', en: 'This is more than is left to refund' },
  asked: { zh: '超过申请的金额', en: 'This is more than was asked for' },
  whole: { zh: '尚未发货的订单只能全额退款', en: 'What was not delivered is refunded as a whole' },
  transfer: { zh: '请填写已退款项的单号', en: 'Give the number of the transfer that was made' },
  ownNumbers: { zh: '该渠道认得退款号，不需要填写', en: 'This channel knows refund numbers and needs none' },
  taken: { zh: '该单号已是另一笔退款的', en: 'This is the number of another refund' },
  noQuery: { zh: '该渠道无法查询', en: 'This channel cannot be asked' },
  sandbox: { zh: '不是沙箱渠道的订单', en: 'This is no order of the sandbox' },
  silent: { zh: '支付渠道没有应答，请稍后再试', en: 'The gateway did not answer; try again later' },
} as const satisfies Readonly<Record<string, Words>>;

export function fieldFault(field: string, why: Words, locale: Locale): Fault {
  return new Fault('invalid', { errors: { [field]: [say(why, locale)] } });
}

export const scopeOf = ({ tx, services }: Pick<OperationCall, 'tx' | 'services'>): MoneyScope => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

export const lockedOrder = ({ row }: Pick<OperationCall, 'row'>): StoredOrder => orderOf(row ?? {});

/** The order as it is now, with what changed of it for the log. */
export async function orderResult(
  call: OperationCall,
  after: StoredOrder,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OperationResult> {
  const { tx, services, caller, row, input } = call;
  const data = await presentRow(services, tx, order, after.row, caller);
  const draft = changedDraft(order, call.name, row ?? {}, differing(row ?? {}, after.row));
  const reason = typeof input.reason === 'string' ? { reason: input.reason } : {};
  return { data, audit: { ...draft, after: { ...draft.after, ...more }, ...reason } };
}

/** The order as it stands after what followed the change. */
export async function freshOrder({ services, caller, id }: Omit<PrepareCall, 'dryRun'>): Promise<unknown> {
  const { read } = services.database;
  const row: Row = await read.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return presentRow(services, read, order, row, caller);
}
