import { randomInt } from 'node:crypto';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { type Asset, grant, type Operator } from '../../ledger/index.ts';
import {
  createPlanSnapshot,
  explainUnavailable,
  grantPlan,
  listMemberships,
  type MembershipRules,
  type PlanSnapshot,
  planReclaim,
  readMembershipRules,
} from '../../memberships/index.ts';
import { dayMs } from '../calendar-day.ts';

/** Membership days that a check-in grants. */
interface SignDays {
  readonly plan: PlanSnapshot;
  readonly days: number;
}

/** Returns the membership days that a rule grants, or null if they would add nothing for the user. */
async function getCheckInDays(
  scope: TxContext,
  userId: number,
  rule: RowOf<'sign_rules'>,
  rules: MembershipRules,
): Promise<SignDays | null> {
  const days = rule.vip_days ?? 0;
  if (days === 0 || rule.plan_id === null) return null;
  const row = await scope.tx
    .selectFrom('vip_plans')
    .selectAll()
    .where('id', '=', rule.plan_id)
    .executeTakeFirstOrThrow();
  const plan = createPlanSnapshot(row);
  return explainUnavailable(await listMemberships(scope, userId), rules, plan, scope.at) === null
    ? { plan, days }
    : null;
}

const getKey = (userId: number, day: string) => `sign:${userId}:${day}:vip`;

interface SignedFor {
  readonly userId: number;
  readonly logId: number;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly operator: Operator;
}

export async function giveSignDays(
  scope: TxContext,
  rules: MembershipRules,
  { userId, logId, day, operator }: SignedFor,
  { plan, days }: SignDays,
): Promise<void> {
  const own = { source: 'sign', sourceId: logId, key: getKey(userId, day), withoutGifts: true } as const;
  const given = await grantPlan(scope, rules, { userId, plan, days, operator, ...own });
  if (!given) throw new Error('a sign-in was rewarded before it was made');
}

/** Reclaims the membership days of a check-in that have not passed. Returns how many have passed, including started ones. */
export async function takeSignDays(
  scope: TxContext,
  rules: MembershipRules,
  { userId, day, operator }: Omit<SignedFor, 'logId'>,
  reason: string,
): Promise<number> {
  const back = await planReclaim(scope, rules, {
    key: getKey(userId, day),
    bps: 10_000,
    cause: 'reversal',
    operator,
    reason,
  });
  return Math.ceil((back?.shortMs ?? 0) / dayMs);
}

export interface CheckInCredits {
  readonly coin: number;
  /** The random part of the coins, before the member bonus. */
  readonly extraCoin: number;
  readonly compute: number;
  /** Membership days in addition to the credits. */
  readonly vip: SignDays | null;
}

export const nothing: CheckInCredits = { coin: 0, extraCoin: 0, compute: 0, vip: null };

/** Computes what a day of the cycle grants this user: the rule's amount, a random part, and the member bonus. */
export async function computeCheckInReward(
  scope: TxContext,
  person: RowOf<'users'>,
  cycleDay: number,
  { vipBonusBps, membership }: SignTerms,
): Promise<CheckInCredits> {
  const { tx, at } = scope;
  const rule = await tx
    .selectFrom('sign_rules')
    .selectAll()
    .where('day_no', '=', cycleDay)
    .where('status', '=', 'enabled')
    .executeTakeFirst();
  if (!rule) return nothing;
  const extraCoin = drawInteger(rule.extra_coin_min ?? 0, rule.extra_coin ?? 0);
  const coin = (rule.coin ?? 0) + extraCoin;
  const bonus = isMember(person, at) ? vipBonusBps : 0;
  const addBonus = (credits: number) => credits + Math.floor((credits * bonus) / 10_000);
  const vip = await getCheckInDays(scope, person.id, rule, membership);
  return { coin: addBonus(coin), extraCoin, compute: addBonus(rule.compute ?? 0), vip };
}

/** Returns a random integer between two limits, inclusive. */
const drawInteger = (min: number, max: number) => (max > min ? randomInt(min, max + 1) : max);

function isMember(person: RowOf<'users'>, at: number): boolean {
  return person.vip_level > 0 && (person.vip_expires_at === null || person.vip_expires_at > at);
}

interface SignGrant {
  readonly userId: number;
  readonly logId: number;
  readonly day: string;
  readonly credits: CheckInCredits;
  /** UTC ms; null for never. */
  readonly expiresAt: number | null;
  readonly operator: Operator;
}

/** Posts the reward of a day, one lot per asset. */
export async function giveSignReward(scope: TxContext, given: SignGrant): Promise<void> {
  const { userId, logId, day, credits, expiresAt, operator } = given;
  for (const asset of ['coin', 'compute'] as const) {
    if (credits[asset] === 0) continue;
    const transactionId = signPosting(userId, day, asset);
    const cause = { transactionId, cause: 'sign', causeId: String(logId), operator } as const;
    const lot = { source: 'sign', sourceId: logId, expiresAt } as const;
    const made = await grant(scope, { userId, asset, amount: credits[asset], lot }, cause);
    if (!made) throw new Error('a sign-in was rewarded before it was made');
  }
}

/** The natural key of a day's reward. */
export function signPosting(userId: number, day: string, asset: Asset): string {
  return `sign:${userId}:${day}:${asset}`;
}

/** The check-in settings, and the time zone that determines the day. */
export interface SignTerms extends GroupValues<'system', 'sign'> {
  readonly timezone: string;
  readonly membership: MembershipRules;
}

export async function readSignTerms(settings: SettingsReader): Promise<SignTerms> {
  const { timezone } = await settings.read('system', 'site');
  const { enabled, cycle, resetOnBreak, creditDays, requires, ...rest } = await settings.read('system', 'sign');
  const { sameNetworkLimit, vipBonusBps, makeUpPerMonth, makeUpCost } = rest;
  const membership = await readMembershipRules(settings);
  const reward = { cycle, resetOnBreak, creditDays, vipBonusBps };
  return { timezone, membership, enabled, requires, sameNetworkLimit, makeUpPerMonth, makeUpCost, ...reward };
}
