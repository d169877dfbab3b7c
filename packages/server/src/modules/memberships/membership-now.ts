import type { ServiceMembership } from '@gantry/core';
import type { Reader } from '../../platform/store/database.ts';
import type { Membership } from './membership-rows.ts';
import { dayMs, type MembershipRules } from './membership-rules.ts';
import { listCurrentMemberships } from './quotas/may-use.ts';
import { deriveQuotaStates, listBuckets, type QuotaState } from './quotas/quota-buckets.ts';
import { sortTimeline } from './timeline.ts';

/** The membership that somebody has at a moment, though what is over may not have been ended yet; null for none. */
export async function getCurrentMembership(
  read: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  userId: number,
): Promise<ServiceMembership | null> {
  const [first] = await getFirstMembershipByUser(read, rules, [await listCurrentMemberships(read, rules, userId)]);
  return first ?? null;
}

/** The same of the memberships that each of some people has then, for whoever has read them. */
export async function getFirstMembershipByUser(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  rules: MembershipRules,
  people: readonly (readonly Membership[])[],
): Promise<(ServiceMembership | null)[]> {
  const lines = people.map(sortTimeline);
  const buckets = await listBuckets(
    tx,
    lines.flatMap(([now]) => now?.id ?? []),
  );
  return lines.map(([now, next]) =>
    now ? shown(now, next, deriveQuotaStates(buckets, rules, now, at), rules, at) : null,
  );
}

function shown(
  now: Membership,
  next: Membership | undefined,
  quotas: readonly QuotaState[],
  rules: MembershipRules,
  at: number,
): ServiceMembership {
  return {
    membershipId: now.id,
    planId: now.plan.planId,
    planName: now.plan.name,
    planNameEn: now.plan.nameEn,
    level: now.level,
    features: now.plan.features,
    startAt: now.startAt ?? at,
    expiresAt: now.endAt,
    remindDays: next ? null : daysUntilNotice(now.endAt, rules.noticeDays, at),
    quotas: quotas.map(({ capability, period, modelGroup = null, granted, used, resetsAt }) => ({
      capability,
      period,
      modelGroup,
      granted,
      used,
      resetsAt,
    })),
    next: next ? { planName: next.plan.name, level: next.level, startAt: next.startAt } : null,
  };
}

/** How many days are left, once there are as few as it is to be told at; else null. */
function daysUntilNotice(endAt: number | null, noticeDays: readonly number[], at: number): number | null {
  if (endAt === null) return null;
  const days = Math.max(0, Math.ceil((endAt - at) / dayMs));
  return noticeDays.some((count) => days <= count) ? days : null;
}
