import type { Reader, Row, RowOf } from '../../../platform/store/database.ts';
import { listMemberships, listMembershipsByUser, type Membership } from '../membership-rows.ts';
import type { MembershipRules } from '../membership-rules.ts';
import { type Benefits, toBenefits } from '../plan-snapshot.ts';
import { advanceTimeline, sortTimeline } from '../timeline.ts';

/** The eligibility of a user at a moment: their level, and what it allows. */
export interface Eligibility {
  /** 0 without a membership. */
  readonly level: number;
  readonly benefits: Benefits;
}

/** The eligibility of a user without a membership. */
export function getGuestEligibility({ guest }: Pick<MembershipRules, 'guest'>): Eligibility {
  return { level: 0, benefits: guest };
}

/** The memberships of a user as they are now, though one that is over may not have been ended yet. Nothing is written. */
export async function listCurrentMemberships(
  read: { readonly tx: Reader; readonly at: number },
  { graceMs }: Pick<MembershipRules, 'graceMs'>,
  userId: number,
): Promise<Membership[]> {
  return advanceTimeline(await listMemberships(read, userId), read.at, graceMs);
}

/** The same of each of some people, at least one, in their order. */
export async function listCurrentMembershipsByUser(
  read: { readonly tx: Reader; readonly at: number },
  { graceMs }: Pick<MembershipRules, 'graceMs'>,
  userIds: readonly number[],
): Promise<Membership[][]> {
  const all = await listMembershipsByUser(read, userIds);
  return userIds.map((id) =>
    advanceTimeline(
      all.filter(({ userId }) => userId === id),
      read.at,
      graceMs,
    ),
  );
}

/** The present eligibility of a user. */
export async function getEligibility(
  read: { readonly tx: Reader; readonly at: number },
  rules: Pick<MembershipRules, 'graceMs' | 'guest'>,
  userId: number,
): Promise<Eligibility> {
  return deriveEligibility(await listCurrentMemberships(read, rules, userId), rules);
}

/** The standing of whoever has these memberships now. */
export function deriveEligibility(
  memberships: readonly Membership[],
  rules: Pick<MembershipRules, 'guest'>,
): Eligibility {
  const [now] = sortTimeline(memberships);
  return now ? { level: now.level, benefits: toBenefits(now.plan) } : getGuestEligibility(rules);
}

/** May a model be used that asks for a level? A plan that names models names those; one for everyone stays so. */
export function canUseModel({ level, benefits }: Eligibility, { id, requiredVipLevel }: ModelRequest): boolean {
  if (requiredVipLevel === 0) return true;
  return benefits.modelIds.length > 0 ? benefits.modelIds.includes(id) : level >= requiredVipLevel;
}

export interface ModelRequest {
  readonly id: number;
  readonly requiredVipLevel: number;
}

export const toModelRequest = (row: Pick<RowOf<'ai_models'>, 'id' | 'required_vip_level'>): ModelRequest => ({
  id: row.id,
  requiredVipLevel: row.required_vip_level ?? 0,
});

/** May what is in a category be used? One for members only is for those whose plan has it. */
export function canUseCategory({ level, benefits }: Eligibility, category: Row): boolean {
  if (Number(category.member_only ?? 0) === 0) return true;
  const { appCategoryIds: named } = benefits;
  return level > 0 && (named.length === 0 || named.includes(Number(category.id)));
}
