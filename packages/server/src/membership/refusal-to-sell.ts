import type { Words } from '@gantry/core';
import type { Membership } from './membership-rows.ts';
import type { MembershipRules } from './membership-rules.ts';
import type { PlanSnapshot } from './plan-snapshot.ts';
import { elapsed, leftOf, lineOf } from './timeline.ts';

const words = {
  forEver: { zh: '已永久持有同级或更高的会员', en: 'A membership of this level or a higher one is held for ever' },
  downgrade: { zh: '已持有更高等级的会员', en: 'A membership of a higher level is held' },
} as const satisfies Record<string, Words>;

/** Why somebody who holds these is not to be given a plan, or null. It is asked beforehand: what was paid for is given. */
export function refusalToSell(
  memberships: readonly Membership[],
  rules: Pick<MembershipRules, 'downgrade' | 'graceMs'>,
  plan: PlanSnapshot,
  at: number,
): Words | null {
  const line = lineOf(elapsed(memberships, at, rules.graceMs)).filter(({ level }) => level >= plan.level);
  if (line.some((one) => leftOf(one, at) === null)) return words.forEver;
  return rules.downgrade === 'refuse' && line.some(({ level }) => level > plan.level) ? words.downgrade : null;
}
