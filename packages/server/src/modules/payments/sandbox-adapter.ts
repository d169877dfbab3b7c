import { createHmac } from 'node:crypto';
import {
  ApiError,
  type LocalizedText,
  localize,
  sandboxSignatureHeader,
  sandboxTimestampHeader,
  signSandboxNotification,
} from '@gantry/core';
import * as z from 'zod/mini';
import type { Services } from '../../platform/context/context.ts';
import { parseJson } from '../../platform/outbound/index.ts';
import { isSameText } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { groupKey, readGroups, type SettingsGuard } from '../../platform/settings/settings-store.ts';
import type { Database, Tx } from '../../platform/store/database.ts';
import {
  createPlainReply,
  type NoticeAnswer,
  type PayableOrder,
  type Payment,
  type PaymentAdapter,
  type QueryAnswer,
  type RawNotice,
  type RefundAnswer,
  type RefundRequest,
} from './payment-adapter.ts';

/** Stores a payment at the sandbox gateway. A second payment of an order is ignored. */
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

/** Returns the payment of an order at the sandbox gateway; null when there is none. */
async function findSandboxPayment(database: Database, orderNo: string): Promise<Payment | null> {
  const row = await database.read
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('order_no', '=', orderNo)
    .executeTakeFirst();
  if (!row) return null;
  return {
    eventId: `query:${row.trade_no}`,
    orderNo,
    tradeNo: row.trade_no,
    amount: row.amount,
    currency: row.currency,
    paidAt: row.created_at,
  };
}

/** Refunds a payment at the sandbox gateway: once per refund number, and never more than was paid. */
function refundInSandbox(database: Database, request: RefundRequest, at: number): Promise<RefundAnswer> {
  const { refundNo, tradeNo, amount, paid } = request;
  return database.transaction(async (tx): Promise<RefundAnswer> => {
    await database.dialect.lock(tx, `sandbox ${tradeNo}`);
    const rows = await tx.selectFrom('sandbox_refunds').selectAll().where('trade_no', '=', tradeNo).execute();
    if (rows.some((row) => row.refund_no === refundNo)) return createSuccess(refundNo);
    const before = rows.reduce((sum, row) => sum + row.amount, 0);
    if (before + amount > paid) return { outcome: 'rejected', why: 'more than was paid' };
    const row = { refund_no: refundNo, trade_no: tradeNo, amount, created_at: at };
    await tx.insertInto('sandbox_refunds').values(row).execute();
    return createSuccess(refundNo);
  });
}

const createSuccess = (refundNo: string): RefundAnswer => ({ outcome: 'succeeded', channelRefundNo: `SB-${refundNo}` });

type Deps = Pick<Services, 'database' | 'clock'> & { readonly settings: SettingsReader };

/** Maximum difference between the time of a notification and the server's time, in ms. */
const maxClockDifferenceMs = 5 * 60_000;

const line = z.string().check(z.minLength(1), z.maxLength(64));
const noticeShape = z.strictObject({
  eventId: z.string().check(z.minLength(1), z.maxLength(96)),
  orderNo: line,
  tradeNo: line,
  amount: z.int().check(z.gte(0)),
  currency: z.string().check(z.minLength(1), z.maxLength(16)),
  paidAt: z.int().check(z.gte(0)),
});

const off: LocalizedText = {
  zh: '沙箱渠道未启用、未设置密钥，或已启用真实渠道（系统设置 · 支付）',
  en: 'The sandbox gateway is disabled, has no secret, or a real channel is enabled (System settings, Payment).',
};

/** Returns a function that signs a text with HMAC-SHA256, in hex. */
const createSandboxHmac = (secret: string) => (text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** Creates the built-in test gateway, which works without money: signed notifications, stored payments, and refunds. */
export function createSandboxAdapter(deps: Deps): PaymentAdapter {
  const { settings, database, clock } = deps;
  /** Returns null when the sandbox is disabled or has no secret. Signatures must never be verified with an empty secret. */
  const readSecret = async (): Promise<string | null> => {
    const { sandboxEnabled } = await settings.read('system', 'pay');
    if (!sandboxEnabled || (await isRealMoneyTaken(settings))) return null;
    return settings.secret('system', 'pay', 'sandboxSecret');
  };
  return {
    channel: 'sandbox',
    canQuery: true,
    status: async () => ((await readSecret()) ? null : off),
    create: async ({ no, amount, currency }) => ({
      orderNo: no,
      amount,
      currency,
      notify: '/api/v1/service/pay/notify',
    }),
    async verifyNotice(notice) {
      const secret = await readSecret();
      if (!secret) return { rejection: 'channelOff', orderNo: getClaimedOrder(notice.raw) };
      const answer = judge(notice, secret, clock());
      // The payment is stored at the gateway, so that a later query returns it too.
      if ('payment' in answer && answer.payment) await payInSandbox(database, answer.payment, clock());
      return answer;
    },
    acknowledge: createPlainReply,
    query: (order) => querySandbox(deps, order),
    async refund(request) {
      if (!(await readSecret())) throw new Error(off.en);
      return refundInSandbox(database, request, clock());
    },
  };
}

function judge({ raw, headers }: RawNotice, secret: string, now: number): NoticeAnswer {
  const orderNo = getClaimedOrder(raw);
  const timestamp = headers[sandboxTimestampHeader] ?? '';
  const expected = createSandboxHmac(secret)(signSandboxNotification(timestamp, raw));
  if (!isSameText(headers[sandboxSignatureHeader] ?? '', expected)) return { rejection: 'badSignature', orderNo };
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1000) > maxClockDifferenceMs)
    return { rejection: 'stale', orderNo };
  const read = noticeShape.safeParse(parseJson(raw));
  return read.success ? { payment: read.data } : { rejection: 'malformed', orderNo };
}

function getClaimedOrder(raw: string): string | null {
  const notice = parseJson(raw);
  const claims = typeof notice === 'object' && notice !== null && 'orderNo' in notice;
  return claims && typeof notice.orderNo === 'string' ? notice.orderNo : null;
}

async function querySandbox({ database }: Deps, { no }: PayableOrder): Promise<QueryAnswer> {
  const known = await findSandboxPayment(database, no);
  return { payment: known, raw: JSON.stringify(known) };
}

/** Groups of the system settings whose channels accept real money. */
const realChannels = ['alipay', 'wechatPay', 'epay', 'stripe'] as const;

const words = {
  real: {
    zh: '已启用真实支付渠道，不能同时启用沙箱；请先停用真实渠道',
    en: 'The sandbox cannot be enabled while a real payment channel is enabled. Disable the real channels first.',
  },
  sandbox: {
    zh: '沙箱渠道已启用，不能同时启用真实渠道；请先在“支付”中停用沙箱',
    en: 'A real payment channel cannot be enabled while the sandbox is enabled. Disable the sandbox under Payment first.',
  },
} as const;

type GuardDeps = Pick<Services, 'database'>;

/** Reads which channels are enabled, under a lock against concurrent changes. */
async function readEnabledChannels(tx: Tx, { database }: GuardDeps) {
  await database.dialect.lock(tx, 'payment channels');
  const groups = await readGroups(tx, 'system');
  const isOn = (group: string, field: string) => groups.get(groupKey('system', group))?.content[field] === true;
  return { sandbox: isOn('pay', 'sandboxEnabled'), real: realChannels.some((group) => isOn(group, 'enabled')) };
}

/** Rejects enabling the sandbox while a real channel is enabled, because its test payments would be delivered like real ones. */
export function guardSandbox(deps: GuardDeps): SettingsGuard {
  return async (tx, { caller, before, after }) => {
    if (after.sandboxEnabled !== true || before.sandboxEnabled === true) return;
    if (!(await readEnabledChannels(tx, deps)).real) return;
    throw new ApiError('invalid', { errors: { sandboxEnabled: [localize(words.real, caller.locale)] } });
  };
}

/** Rejects enabling a real channel while the sandbox is enabled. */
export function guardRealChannel(deps: GuardDeps): SettingsGuard {
  return async (tx, { caller, before, after }) => {
    if (after.enabled !== true || before.enabled === true) return;
    if (!(await readEnabledChannels(tx, deps)).sandbox) return;
    throw new ApiError('invalid', { errors: { enabled: [localize(words.sandbox, caller.locale)] } });
  };
}

/** Whether any channel that accepts real money is enabled. */
async function isRealMoneyTaken(settings: SettingsReader): Promise<boolean> {
  for (const group of realChannels) if ((await settings.read('system', group)).enabled) return true;
  return false;
}
