import type { LocalizedText } from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Membership } from './membership-rows.ts';
import type { Benefits, PlanSnapshot } from './plan-snapshot.ts';
import { createSiteCalendar, type SiteCalendar } from './site-calendar.ts';
import { advanceTimeline, getRemaining, sortTimeline } from './timeline.ts';

export type RenewalPolicy = 'extend' | 'reset' | 'queue' | 'replace';

/** Settings that control how memberships are granted, renewed and ended. */
export interface MembershipRules {
  /** What happens when a user is granted a level they already have. */
  readonly renewal: RenewalPolicy;
  /** Whether a user with a higher level may buy a lower one, which is then queued. */
  readonly downgrade: 'queue' | 'reject';
  /** How long the last membership stays active after its end, in ms. */
  readonly graceMs: number;
  /** Days before the end at which it is announced, in descending order. */
  readonly noticeDays: readonly number[];
  /** Whether the months of a quota start on the start day of the membership or with the calendar month. */
  readonly quotaReset: 'period' | 'calendarMonth';
  /** Benefits of a user without a membership. */
  readonly guest: Benefits;
  readonly calendar: SiteCalendar;
}

export const dayMs = 86_400_000;

/** Reads the current rules. The formatters of the time zone are created on first use. */
export async function readMembershipRules(settings: SettingsReader): Promise<MembershipRules> {
  const group = await settings.read('system', 'membership');
  const { renewalPolicy, downgrade, graceDays, expireNoticeDays, quotaReset, guestConcurrency, guestRate } = group;
  const { timezone } = await settings.read('system', 'site');
  let calendar: SiteCalendar | null = null;
  return {
    renewal: renewalPolicy,
    downgrade,
    graceMs: graceDays * dayMs,
    noticeDays: [...(expireNoticeDays ?? [])].map(Number).sort((one, other) => other - one),
    quotaReset,
    guest: { concurrency: guestConcurrency, rateMultiplier: guestRate, modelIds: [], appCategoryIds: [] },
    get calendar() {
      calendar ??= createSiteCalendar(timezone);
      return calendar;
    },
  };
}

const words = {
  forEver: {
    zh: '已永久持有同级或更高的会员',
    en: 'The user already has a lifetime membership of this level or higher.',
  },
  downgrade: { zh: '已持有更高等级的会员', en: 'The user already has a higher membership level.' },
} as const satisfies Record<string, LocalizedText>;

/**
 * Returns why a user with these memberships may not buy a plan, or null. Call before the payment: a paid plan is always granted.
 */
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
