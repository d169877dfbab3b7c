import type { Reader, Row } from '../store/database.ts';
import { type Membership, standingOf, standingOfPeople } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import { type Benefits, benefitsOf } from './plan-benefits.ts';
import { elapsed, lineOf } from './timeline.ts';

/** What somebody has at a moment: their level, and what it lets them do. */
export interface Standing {
  /** 0 without a membership. */
  readonly level: number;
  readonly benefits: Benefits;
}

/** The standing of somebody without a membership. */
export function guestStanding({ guest }: Pick<MembershipRules, 'guest'>): Standing {
  return { level: 0, benefits: guest };
}

/** The memberships of somebody as they are now, though what is over may not have been ended yet. Nothing is written. */
export async function membershipsNow(
  read: { readonly tx: Reader; readonly at: number },
  { graceMs }: Pick<MembershipRules, 'graceMs'>,
  userId: number,
): Promise<Membership[]> {
  return elapsed(await standingOf(read, userId), read.at, graceMs);
}

/** The same of each of some people, at least one, in their order. */
export async function membershipsOfEach(
  read: { readonly tx: Reader; readonly at: number },
  { graceMs }: Pick<MembershipRules, 'graceMs'>,
  userIds: readonly number[],
): Promise<Membership[][]> {
  const all = await standingOfPeople(read, userIds);
  return userIds.map((id) =>
    elapsed(
      all.filter(({ userId }) => userId === id),
      read.at,
      graceMs,
    ),
  );
}

/** The standing of somebody now. */
export async function standingNow(
  read: { readonly tx: Reader; readonly at: number },
  rules: Pick<MembershipRules, 'graceMs' | 'guest'>,
  userId: number,
): Promise<Standing> {
  return standingAmong(await membershipsNow(read, rules, userId), rules);
}

/** The standing of whoever has these memberships now. */
export function standingAmong(memberships: readonly Membership[], rules: Pick<MembershipRules, 'guest'>): Standing {
  const [now] = lineOf(memberships);
  return now ? { level: now.level, benefits: benefitsOf(now.plan) } : guestStanding(rules);
}

/** May a model be used that asks for a level? A plan that names models names those; one for everybody stays so. */
export function mayUseModel({ level, benefits }: Standing, { id, requiredVipLevel }: ModelAsked): boolean {
  if (requiredVipLevel === 0) return true;
  return benefits.modelIds.length > 0 ? benefits.modelIds.includes(id) : level >= requiredVipLevel;
}

export interface ModelAsked {
  readonly id: number;
  readonly requiredVipLevel: number;
}

export const modelAsked = (row: Row): ModelAsked => ({
  id: Number(row.id),
  requiredVipLevel: Number(row.required_vip_level ?? 0),
});

/** May what is in a category be used? One for members only is for those whose plan has it. */
export function mayUseCategory({ level, benefits }: Standing, category: Row): boolean {
  if (Number(category.member_only ?? 0) === 0) return true;
  const { appCategoryIds: named } = benefits;
  return level > 0 && (named.length === 0 || named.includes(Number(category.id)));
}
