import type { Database } from '../../platform/store/database.ts';
import type { Payment, RefundAnswer, RefundRequest } from './payment-adapter.ts';

/** Notes a payment at the sandbox gateway; the first one of an order stands. */
export async function payInSandbox(
  database: Database,
  { orderNo, tradeNo, amount, currency }: Omit<Payment, 'eventId' | 'paidAt'>,
  at: number,
): Promise<void> {
  const row = { order_no: orderNo, trade_no: tradeNo, amount, currency, created_at: at };
  await database.transaction((tx) =>
    tx
      .insertInto('sandbox_payments')
      .values(row)
      .onConflict((conflict) => conflict.column('order_no').doNothing())
      .execute(),
  );
}

/** What the sandbox gateway knows of an order's payment. */
export async function findSandboxPayment(database: Database, orderNo: string): Promise<Payment | null> {
  const row = await database.read
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  if (!row) return null;
  return {
    eventId: `query:${String(row.trade_no)}`,
    orderNo,
    tradeNo: String(row.trade_no),
    amount: Number(row.amount),
    currency: String(row.currency),
    paidAt: Number(row.created_at),
  };
}

/** Refunds a payment at the sandbox gateway: a number once, and never more than was paid. */
export function refundInSandbox(database: Database, request: RefundRequest, at: number): Promise<RefundAnswer> {
  const { refundNo, tradeNo, amount, paid } = request;
  return database.transaction(async (tx): Promise<RefundAnswer> => {
    await database.dialect.lock(tx, `sandbox ${tradeNo}`);
    const rows = await tx.selectFrom('sandbox_refunds').selectAll().where('trade_no', '=', tradeNo).execute();
    if (rows.some((row) => row.refund_no === refundNo)) return done(refundNo);
    const before = rows.reduce((sum, row) => sum + Number(row.amount), 0);
    if (before + amount > paid) return { outcome: 'rejected', why: 'more than was paid' };
    const row = { refund_no: refundNo, trade_no: tradeNo, amount, created_at: at };
    await tx.insertInto('sandbox_refunds').values(row).execute();
    return done(refundNo);
  });
}

const done = (refundNo: string): RefundAnswer => ({ outcome: 'succeeded', channelRefundNo: `SB-${refundNo}` });
