import type { Platform } from '../platform.ts';
import type { Scene, Script } from '../scene.ts';

type Play = Script & { readonly platform: Platform };

interface Paid {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  /** Integer fen. */
  readonly paid: number;
}
interface Preview {
  readonly hasShortfall: boolean;
  readonly withoutShortfall: number;
}

/** Refunds above this amount, in fen, need a second admin. */
const limit = 5_000;
const dayMs = 86_400_000;
const reasons = ['买错了套餐，想换一个', '重复下单了，退一笔', '孩子误操作购买', '暂时用不上了'] as const;

/** The share of days after which users request refunds. */
const from = 0.4;

/** Users request refunds and admins decide within two days; large amounts need two admins. */
export function refundScenes(script: Script, platform: Platform): Scene[] {
  const play: Play = { ...script, platform };
  const { activity, random, days } = script;
  const at = (day: number, act: (play: Play) => Promise<unknown>): Scene => ({
    at: activity.work(Math.min(day, days - 1)),
    play: async () => void (await act(play)),
  });
  const first = Math.floor(days * from);
  const later = Array.from({ length: days - 2 - first }, (_, day) => first + day);
  const share = (part: number) => Math.floor(days * part);
  return [
    ...later.filter((day) => day % 5 < 2).map((day) => at(day, prompt)),
    ...later.filter((day) => day % 2 === 1).map((day) => at(day + 1, decide)),
    at(share(0.6), setLimit),
    at(share(0.7), (play) => refundMuch(play, 'approve')),
    at(share(0.85), (play) => refundMuch(play, 'reject')),
    { at: activity.end - random.integer(6, 8) * 3_600_000, play: () => refundMuch(play, null) },
    { at: activity.end - random.integer(2, 4) * 3_600_000, play: () => prompt(play) },
  ];
}

async function setLimit({ stage, cast }: Play): Promise<void> {
  const values = { refundAmount: limit };
  await stage.call('/settings/save', { page: 'system', group: 'approval', version: 0, values }, cast.owner);
}

const preview = ({ stage, cast }: Play, id: number, amount: number) =>
  stage.call<Preview>('/order/preview-refund', { id, amount }, cast.owner);

/** The newest unused order of the size without a refund request; null when there is none. */
async function unused(play: Play, isLarge: boolean): Promise<Paid | null> {
  const { database } = play.stage.foundation;
  const rows = await database.read
    .selectFrom('orders')
    .select(['id', 'no', 'user_id', 'paid'])
    .where('status', '=', 'fulfilled')
    .where('pay_channel', '=', 'sandbox')
    .where('paid', isLarge ? '>' : '<=', limit)
    .where('created_at', '>', play.stage.now() - 20 * dayMs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refunds').select('refunds.id').whereRef('refunds.order_id', '=', 'orders.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('approvals').select('approvals.id').whereRef('approvals.order_id', '=', 'orders.id'))),
    )
    .orderBy('id', 'desc')
    .limit(12)
    .execute();
  for (const row of rows) {
    const order = { id: row.id, no: String(row.no), userId: row.user_id, paid: row.paid };
    if (!(await preview(play, order.id, order.paid)).hasShortfall) return order;
  }
  return null;
}

/** Requests a refund, sometimes of half the amount; some users withdraw the request immediately. */
async function prompt(play: Play): Promise<void> {
  const { platform, random, stage } = play;
  const [part, cancels, reason] = [random.chance(0.25), random.chance(0.1), random.pick(reasons)];
  const order = await unused(play, false);
  if (!order) return;
  const { userId, no: orderNo, paid } = order;
  const amount = part ? Math.floor(paid / 2) : paid;
  const requested = await platform.call('refundRequest', { userId, orderNo, amount, reason });
  if (!requested || !cancels) return;
  stage.moveTo(stage.now() + 90_000);
  await platform.call('refundCancel', { userId, refundNo: requested.refundNo });
}

/** Decides pending refunds: rejects every fourth, and those whose credits are spent. */
async function decide(play: Play): Promise<void> {
  const { stage, cast } = play;
  const waiting = await stage.foundation.database.read
    .selectFrom('refunds')
    .select(['id', 'order_id', 'amount'])
    .where('status', '=', 'requested')
    .orderBy('id')
    .execute();
  for (const row of waiting) {
    const id = row.id;
    const reject = (decision: string) => stage.call('/refund/reject', { id, decision }, cast.owner);
    const { withoutShortfall } = await preview(play, row.order_id, row.amount);
    if (id % 4 === 2) await reject('购买时已说明该商品不支持无理由退款');
    else if (withoutShortfall === 0) await reject('额度已经用完，无法退款');
    else await stage.call('/refund/approve', { id, shortfall: 'prorate' }, cast.named('chen.yu'));
  }
}

/** A large refund needs a second admin, who approves it, rejects it or has not decided yet. */
async function refundMuch(play: Play, decision: 'approve' | 'reject' | null): Promise<void> {
  const { stage, cast } = play;
  const order = await unused(play, true);
  if (!order) return;
  const body = { id: order.id, amount: order.paid, reason: '客服工单：购买后未使用，申请全额退款' };
  const { approvalId: id } = await stage.call<{ approvalId: number }>('/order/refund', body, cast.owner);
  if (decision === null) return;
  stage.moveTo(stage.now() + 25 * 60_000);
  const note = decision === 'approve' ? '已核对工单' : '用户已改为换购，无需退款';
  await stage.call(`/approval/${decision}`, { id, note }, cast.named('chen.yu'));
}
