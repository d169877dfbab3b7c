import { addDays, type FieldErrors, type LocalizedText, localize, signRule, type Values } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import type { DayOf } from '../../../platform/context/day-of.ts';
import type { Operation } from '../../../platform/engine/operation.ts';
import { changeLocked, createGuardedWrites } from '../../../platform/engine/record-actions/guarded-writes.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { RowOf, Tx } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import type { Asset, Operator } from '../../ledger/index.ts';
import { type MembershipRules, readMembershipRules } from '../../memberships/index.ts';
import { revert } from '../invites/reclaim-reward.ts';
import { signPosting, takeSignDays } from './sign-reward.ts';

const extraWords: LocalizedText = { zh: '不能超过随机加赠货币', en: 'Must not exceed the random bonus coins.' };

/** Validates a check-in rule beyond its fields, for every action that writes one. */
export function checkSignRule({ extraCoinMin, extraCoin }: Values, { locale }: Caller): FieldErrors | null {
  if (Number(extraCoinMin ?? 0) <= Number(extraCoin ?? 0)) return null;
  return { extraCoinMin: [localize(extraWords, locale)] };
}

/** Create and update with the check applied, so that a guard can run before both. */
export const signRuleWrites = createGuardedWrites(signRule, async ({ values, caller }) =>
  checkSignRule(values, caller),
);

/** Revokes the reward of a day as far as it is still available. */
export function revokeSignReward(settings: SettingsReader): Operation<'sign_logs'> {
  return {
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const { tx, services, caller, row, input } = call;
      const scope = { tx, dialect: services.database.dialect, at: services.clock() };
      const operator = { kind: 'admin', id: caller.actor.id } as const;
      const short = await revokeSign(scope, row, prepared as MembershipRules, {
        operator,
        reason: String(input.reason),
      });
      const cells = {
        short_coin: short.coin,
        short_compute: short.compute,
        short_days: short.days,
        reason: String(input.reason),
      };
      return changeLocked(call, { ...cells, status: 'revoked' });
    },
  };
}

interface SignShort {
  readonly coin: number;
  readonly compute: number;
  /** Days of a membership. */
  readonly days: number;
}

/** Reclaims the reward of a day from its own lots and membership days. Returns what could not be reclaimed. */
export async function revokeSign(
  scope: TxContext,
  log: RowOf<'sign_logs'>,
  rules: MembershipRules,
  { operator, reason }: { readonly operator: Operator; readonly reason: string },
): Promise<SignShort> {
  const short: Record<Asset, number> = { coin: 0, compute: 0 };
  const [userId, logId] = [log.user_id, log.id];
  for (const asset of ['coin', 'compute'] as const) {
    const reward = { userId, asset, amount: log[asset], source: 'sign', sourceId: logId } as const;
    const transactionId = signPosting(userId, log.sign_date, asset);
    const how = { causeId: `sign:${logId}`, operator, reason };
    short[asset] = (await revert(scope, { ...reward, transactionId }, how)).short;
  }
  const day = log.sign_date;
  const days = log.vip_days > 0 ? await takeSignDays(scope, rules, { userId, day, operator }, reason) : 0;
  return { ...short, days };
}

/** Lower bounds of the ranges in which streaks are counted, in days. */
const steps = [1, 2, 4, 8, 15, 31] as const;

type CheckInSums = Readonly<Record<'Signs' | 'Coin' | 'Compute' | 'Risky' | 'Revoked', number>>;

/** Returns the check-ins of today and of the last 30 days, what they cost, and how long today's streaks are. */
export function getCheckInStats(settings: SettingsReader, dayOf: DayOf): Operation {
  return {
    prepare: async ({ services }) => {
      const { timezone } = await settings.read('system', 'site');
      return dayOf(services.clock(), timezone);
    },
    async run({ tx }, prepared) {
      const today = String(prepared);
      const [day, month] = [await getSums(tx, today, today), await getSums(tx, addDays(today, -29), today)];
      const formatFigure = (name: string, figures: CheckInSums) =>
        Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name}${key}`, value]));
      return {
        data: {
          day: today,
          ...formatFigure('today', day),
          ...formatFigure('month', month),
          streaks: await countStreaks(tx, today),
        },
      };
    },
  };
}

/** Sums what was granted between two days, including revoked rewards. */
async function getSums(tx: Tx, from: string, to: string): Promise<CheckInSums> {
  const row = await tx
    .selectFrom('sign_logs')
    .select(({ fn, eb }) => [
      fn.countAll().as('signs'),
      fn.sum('coin').as('coin'),
      fn.sum('compute').as('compute'),
      fn.sum(eb.case().when('risk', '=', 'flagged').then(1).else(0).end()).as('risky'),
      fn.sum(eb.case().when('status', '=', 'revoked').then(1).else(0).end()).as('revoked'),
    ])
    .where('sign_date', '>=', from)
    .where('sign_date', '<=', to)
    .executeTakeFirstOrThrow();
  const { signs, coin, compute, risky, revoked } = row;
  return {
    Signs: Number(signs),
    Coin: Number(coin ?? 0),
    Compute: Number(compute ?? 0),
    Risky: Number(risky ?? 0),
    Revoked: Number(revoked ?? 0),
  };
}

async function countStreaks(tx: Tx, day: string) {
  const rows = await tx
    .selectFrom('sign_logs')
    .select(({ fn }) => ['streak', fn.countAll().as('people')])
    .where('sign_date', '=', day)
    .groupBy('streak')
    .execute();
  return steps.map((from, at) => {
    const to = (steps[at + 1] ?? Number.POSITIVE_INFINITY) - 1;
    const within = rows.filter(({ streak }) => streak >= from && streak <= to);
    return { from, people: within.reduce((sum, { people }) => sum + Number(people), 0) };
  });
}
