import type { LocalizedText } from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Membership } from './membership-rows.ts';
import type { Benefits, PlanSnapshot } from './plan-snapshot.ts';
import { createSiteCalendar, type SiteCalendar } from './site-calendar.ts';
import { advanceTimeline, getRemaining, sortTimeline } from './timeline.ts';

export type RenewalPolicy = 'extend' | 'reset' | 'queue' | 'replace';

/** How memberships are given, kept and ended: what the settings say of them. */
export interface MembershipRules {
  /** What happens when a user gets a level that they have. */
  readonly renewal: RenewalPolicy;
  /** Whether a user with a higher level may buy a lower one, which then waits. */
  readonly downgrade: 'queue' | 'reject';
  /** How long the last membership goes on after its end, in ms. */
  readonly graceMs: number;
  /** So many days before an end it is told, most first. */
  readonly noticeDays: readonly number[];
  /** Where the months of a quota start: on the day on which the membership did, or with the calendar's. */
  readonly quotaReset: 'period' | 'calendarMonth';
  /** What a user without a membership may do. */
  readonly guest: Benefits;
  readonly calendar: SiteCalendar;
}

export const dayMs = 86_400_000;

/** Reads the rules as they are now; formats of the time zone are made when one is needed. */
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
