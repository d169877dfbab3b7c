import type { LocalizedText } from '@gantry/core';
import type { Membership } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { advanceTimeline, getRemaining, sortTimeline } from './timeline.ts';

const words = {
  forEver: {
    zh: '已永久持有同级或更高的会员',
    en: 'The user already has a lifetime membership of this level or higher.',
  },
  downgrade: { zh: '已持有更高等级的会员', en: 'The user already has a higher membership level.' },
} as const satisfies Record<string, LocalizedText>;

/** Why a user with these memberships may not get a plan, or null. Checked before the payment, since a paid plan is always granted. */
export function explainUnavailable(
  memberships: readonly Membership[],
  rules: Pick<MembershipRules, 'downgrade' | 'graceMs'>,
  plan: PlanSnapshot,
  at: number,
): LocalizedText | null {
  const line = sortTimeline(advanceTimeline(memberships, at, rules.graceMs)).filter(({ level }) => level >= plan.level);
  if (line.some((one) => getRemaining(one, at) === null)) return words.forEver;
  return rules.downgrade === 'reject' && line.some(({ level }) => level > plan.level) ? words.downgrade : null;
}
