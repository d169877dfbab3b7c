import { addDays } from '@gantry/core';
import { processContracts, settleDueCommissions } from '../../../server/src/modules/distribution/distribution-jobs.ts';
import { createDayOf } from '../../../server/src/platform/context/day-of.ts';
import type { Platform } from '../platform.ts';
import type { Scene, Script } from '../scene.ts';
import type { Player } from '../stage.ts';

type Play = Script & { readonly platform: Platform };

const timeZone = 'Asia/Shanghai';
const dayOf = createDayOf();

/** Distributors and regional agents earn commissions, which are settled and partly paid out. */
export function shareScenes(script: Script, platform: Platform): Scene[] {
  const play: Play = { ...script, platform };
  const { activity, days } = script;
  const first = Math.min(5, Math.floor(days / 3));
  const at = (day: number, act: (play: Play) => Promise<void>): Scene => ({
    at: activity.work(Math.min(day, days - 1)),
    play: () => act(play),
  });
  return [
    at(1, openShares),
    at(first, applyForShares),
    at(first, signAgents),
    ...Array.from({ length: days - first - 1 }, (_, day) => at(first + day + 1, createShares)),
    ...[0.6, 0.8, 0.95].map((share) => at(Math.floor(days * share), requestWithdrawals)),
    at(Math.floor(days * 0.85), payWithdrawals),
  ];
}

async function openShares({ stage, cast }: Play): Promise<void> {
  const save = (group: string, values: object) =>
    stage.call('/settings/save', { page: 'distribution', group, version: 0, values }, cast.owner);
  await save('commissions', { enabled: true, levels: 2, directBps: 1500, indirectBps: 300, settleDays: 3 });
  await save('withdrawals', { minAmount: 100, feeBps: 60 });
  await save('agency', { enabled: true });
}

/** Users who have invited others apply: most are approved, one is rejected, one is pending. */
async function applyForShares({ stage, cast, platform }: Play): Promise<void> {
  const { read } = stage.foundation.database;
  const inviters = await read
    .selectFrom('users')
    .select('inviter_id')
    .where('inviter_id', 'is not', null)
    .groupBy('inviter_id')
    .orderBy('inviter_id')
    .limit(8)
    .execute();
  const others = await read.selectFrom('users').select('id').orderBy('id').limit(12).execute();
  const people = [...new Set([...inviters.map((row) => Number(row.inviter_id)), ...others.map(({ id }) => id)])];
  for (const [at, userId] of people.slice(0, 8).entries()) {
    await platform.call('distributionApply', { userId, note: '身边有不少同事在用，想推荐给更多人。' });
    const row = await read.selectFrom('distributors').select('id').where('user_id', '=', userId).executeTakeFirst();
    if (!row || at === 7) continue;
    const id = row.id;
    if (at === 6) await stage.call('/distributor/reject', { id, reason: '推广渠道不明，请补充说明' }, cast.owner);
    else await stage.call('/distributor/approve', { id }, cast.owner);
    if (at === 1) {
      const rates = { directBps: 2000, indirectBps: 500, reason: '金牌推广员' };
      await stage.call('/distributor/change-rate', { id, ...rates }, cast.owner);
    }
  }
}

/** Contracts of some cities: one expires soon, one is pending review. */
async function signAgents({ stage, cast, activity }: Play): Promise<void> {
  const { read } = stage.foundation.database;
  const [one, two, three] = await read.selectFrom('users').select('id').orderBy('id').limit(3).execute();
  const [from, end] = [dayOf(stage.now(), timeZone), dayOf(activity.end, timeZone)];
  const sign = async (name: string, regionCode: string, user: typeof one, endOn: string, more: object = {}) => {
    const body = { name, regionCode, userId: Number(user?.id), startOn: from, endOn, ...more };
    return (await stage.call<{ id: number }>('/regional-agent/create', body, cast.owner)).id;
  };
  const signed = [
    await sign('深圳市启明科技', '440300', one, addDays(end, 400), { rateBps: 500, deposit: 5_000_000 }),
    await sign('浙江省数智服务', '330000', two, addDays(end, 12)),
  ];
  for (const id of signed) await stage.call('/regional-agent/approve', { id }, cast.owner);
  await sign('成都市锦云传媒', '510100', three, addDays(end, 365));
}

/** Settles commissions automatically, and every month by an admin. */
async function createShares({ stage, cast }: Play): Promise<void> {
  const { foundation } = stage;
  await settleDueCommissions(foundation);
  await processContracts({ ...foundation, dayOf });
  const today = dayOf(stage.now(), timeZone);
  if (!today.endsWith('-03')) return;
  const month = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  await stage.call('/regional-agent/settle-month', { month }, cast.owner);
}

/** Users with a withdrawable balance request a withdrawal. */
async function requestWithdrawals({ stage, platform }: Play): Promise<void> {
  const { read } = stage.foundation.database;
  const rich = await read
    .selectFrom('distributors')
    .select(['user_id', 'available'])
    .where('available', '>=', 100)
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(3)
    .execute();
  for (const [at, row] of rich.entries()) {
    const account = at % 2 === 0 ? '13800005678' : '6222020200012345678';
    const channel = at % 2 === 0 ? 'alipay' : 'bank';
    const more = { realName: '王小明', bankName: channel === 'bank' ? '招商银行深圳分行' : null };
    const requested = {
      userId: row.user_id,
      amount: row.available,
      account,
      channel,
      ...more,
    } as const;
    await platform.call('distributionWithdraw', requested);
  }
}

/** Pays some of the requested withdrawals, each by two admins, rejects some, and leaves the rest pending. */
async function payWithdrawals({ stage, cast }: Play): Promise<void> {
  const { read } = stage.foundation.database;
  const second: Player = cast.all.find(({ role, id }) => role === 'admin' && id !== cast.owner.id) ?? cast.owner;
  const requested = await read.selectFrom('withdrawals').select(['id', 'no']).orderBy('id').execute();
  for (const [at, { id, no }] of requested.entries()) {
    const act = (action: string, player: Player, more: object = {}) =>
      stage.call(`/withdrawal/${action}`, { id: id, ...more }, player);
    if (at % 4 === 3) continue;
    if (at % 4 === 2) await act('reject', second, { reason: '收款人与实名不一致' });
    if (at % 4 > 1) continue;
    await act('approve', second);
    await act('start-paying', second);
    if (at % 4 === 0) await act('mark-paid', cast.owner, { externalNo: `PAY-${String(no)}` });
  }
}
