import { thirtiethsOfPlan } from '@gantry/core';
import type { Membership } from '../membership-rows.ts';
import { dayMs, type MembershipRules } from '../membership-rules.ts';
import type { PlanSnapshot } from '../plan-snapshot.ts';
import { getModelGroupOrDefault, type PlanQuota, type QuotaPeriod } from './plan-quotas.ts';

/**
 * Computes the quota periods of a membership and how much each grants. The contract:
 *
 * - **A term** is the paid time of one membership, from its start to its end. An extension (`extend`, days, an admin) makes the
 *   term longer; `reset` and `replace` with the plan's own duration open the next term. A plan of another level, or a queued
 *   plan, is a separate membership and so has a separate term.
 * - **A purchase pays for periods.** Daily: one for each day of its duration. Monthly: one for each calendar month of a plan
 *   sold by months or years; one for each full 30 days of a plan sold by days, and at least one. Days that replace the plan's
 *   duration (a gift, a check-in, an extension by an admin) pay for that many daily periods and that many thirtieths of a monthly
 *   one. A period that is not paid for in full grants its share. `paidDays` and `paidThirtieths` of a membership are the sums
 *   over its changes.
 * - **Boundaries** derive from the start of the term (`quotaFrom`). A daily period lasts until the same time on the next day, a
 *   monthly one until the same day of the next month, or 30 days when the plan is sold by days. With `calendarMonth` a monthly
 *   period ends with the calendar month instead. The last paid period lasts until the end of the term, regardless of the
 *   calendar: no boundary opens a period that was not paid for.
 * - **Paused time opens no period.** While a membership is scheduled behind a better one or suspended, its periods pause
 *   (`quotaElapsedMs`) and later continue where they were; used quota stays used. The grace period follows the end, so the last
 *   period continues. An opened period is never closed in favor of an earlier one.
 * - **A refund** takes periods in proportion to the reclaimed time of the grant; used quota stays used.
 *
 * So within a term a user cannot use more of a quota than (paid periods) x (amount). `ledger verify` checks this as invariant 25.
 */

/** The quota periods that a grant pays for. Null for a lifetime grant, which has no limit. */
export interface PaidPeriods {
  readonly days: number | null;
  /** Monthly periods, in thirtieths. */
  readonly thirtieths: number | null;
}

/** Returns the periods that a grant or extension by days pays for. */
export const getPaidByDays = (days: number): PaidPeriods => ({ days, thirtieths: days });

/**
 * Returns the periods that a grant of a plan pays for.
 * @param ms duration of the grant; null for lifetime
 */
export function getPaidPeriods(
  {
    plan,
    quantity = 1,
    days,
  }: { readonly plan: PlanSnapshot; readonly quantity?: number; readonly days?: number | null },
  ms: number | null,
): PaidPeriods {
  if (typeof days === 'number') return getPaidByDays(Math.min(days * quantity, Math.round((ms ?? 0) / dayMs)));
  const thirtieths = thirtiethsOfPlan(plan);
  if (ms === null || thirtieths === null) return { days: null, thirtieths: null };
  return { days: Math.round(ms / dayMs), thirtieths: thirtieths * quantity };
}

const addOrNull = (one: number | null, more: number | null) =>
  one === null || more === null ? null : Math.max(0, one + more);

/** Returns the membership with periods added to its term. Negative counts remove periods. */
export const addPaid = (one: Membership, { days, thirtieths }: PaidPeriods): Membership => ({
  ...one,
  paidDays: addOrNull(one.paidDays, days),
  paidThirtieths: addOrNull(one.paidThirtieths, thirtieths),
});

/** Returns the share of paid periods for `ms` of a time of `ofMs`, rounded down to integer days and thirtieths. */
export function getPaidShare({ days, thirtieths }: PaidPeriods, ms: number, ofMs: number): PaidPeriods {
  const getShare = (count: number | null) => (count === null ? null : Math.floor((count * ms) / Math.max(1, ofMs)));
  return { days: getShare(days), thirtieths: getShare(thirtieths) };
}

/** The latest daily and monthly periods of a term that any quota has opened. */
export interface OpenedPeriods {
  readonly day: number;
  readonly month: number;
}

/**
 * Returns an extended membership whose quotas restart with what a grant pays for. Time left beyond the grant's duration keeps its
 * unopened periods.
 * @param before the membership before the grant
 */
export function restartQuotas(
  rules: MembershipRules,
  before: Membership,
  longer: Membership,
  paid: PaidPeriods,
  { at, grantMs, opened }: { readonly at: number; readonly grantMs: number | null; readonly opened: OpenedPeriods },
): Membership {
  const active = longer.status === 'active';
  const next: Membership = {
    ...longer,
    quotaTerm: before.quotaTerm + 1,
    quotaFrom: active ? at : null,
    quotaElapsedMs: active ? null : 0,
    ...{ paidDays: paid.days, paidThirtieths: paid.thirtieths },
  };
  const end = endOf(next, at);
  if (end === null || grantMs === null || end <= at + grantMs) return next;
  const countUnopened = (period: 'day' | 'month', unit: number, count: number | null) => {
    const begun = (getQuotaWindow(rules, before, period, at, opened[period]).no + 1) * unit;
    return count === null ? null : Math.max(0, count - begun);
  };
  const left = {
    days: countUnopened('day', 1, before.paidDays),
    thirtieths: countUnopened('month', 30, before.paidThirtieths),
  };
  return addPaid(next, left);
}

/** A period of a quota. */
export interface Window {
  /** Number of the membership's quota term; 0 for a quota of the whole membership. */
  readonly term: number;
  /** Index of the period in the term, from 0. */
  readonly no: number;
  readonly start: number;
  /** End of the period: then the next one starts or the term ends. Null for no end. */
  readonly end: number | null;
}

/**
 * Returns the quota period that contains a point in time.
 * @param opened index of the latest opened period of the term; an earlier period is never returned
 */
export function getQuotaWindow(
  rules: MembershipRules,
  one: Membership,
  period: QuotaPeriod,
  at: number,
  opened = 0,
): Window {
  if (period === 'total') return { term: 0, no: 0, start: 0, end: null };
  const from = getOrigin(one, at);
  const termEnd = endOf(one, at);
  const moment = Math.max(from, termEnd === null ? at : Math.min(at, termEnd - 1));
  let span = getSpanAt(rules, one, period, from, moment);
  const last = getLastPaidPeriod(one, period);
  const reached = Math.max(opened, span.index);
  const no = last === null ? reached : Math.max(opened, Math.min(last, reached));
  while (span.index < no) span = getSpanAt(rules, one, period, from, span.end);
  const isLast = last !== null && no >= last;
  const end = isLast || (termEnd !== null && termEnd < span.end) ? termEnd : span.end;
  return { term: one.quotaTerm, no, start: Math.max(from, span.start), end };
}

/** Returns the index of the last paid period; null for no limit. A term has at least one period. */
function getLastPaidPeriod({ paidDays, paidThirtieths }: Membership, period: 'day' | 'month'): number | null {
  const count = period === 'day' ? paidDays : paidThirtieths === null ? null : Math.ceil(paidThirtieths / 30);
  return count === null ? null : Math.max(0, count - 1);
}

/** Returns the time that periods are counted from. For a paused membership it is computed as if the membership continued now. */
function getOrigin({ status, quotaFrom, startAt, quotaElapsedMs }: Membership, at: number): number {
  return status === 'active' ? (quotaFrom ?? startAt ?? at) : at - (quotaElapsedMs ?? 0);
}

function endOf({ status, endAt, remainingMs }: Membership, at: number): number | null {
  if (status === 'active') return endAt;
  return remainingMs === null ? null : at + remainingMs;
}

/** Returns the calendar period that contains a point in time, regardless of the paid periods. */
function getSpanAt(rules: MembershipRules, one: Membership, period: 'day' | 'month', from: number, moment: number) {
  const { calendar } = rules;
  if (period === 'day') return calendar.spanSince(from, moment, 1, 'day');
  if (rules.quotaReset === 'calendarMonth')
    return { index: calendar.monthsBetween(from, moment), ...calendar.monthOf(moment) };
  if (one.plan.durationUnit === 'day') return calendar.spanSince(from, moment, 30, 'day');
  return calendar.spanSince(from, moment, 1, 'month', one.anchorAt);
}

/** Returns the credits that a quota grants in one of its periods. A partly paid monthly period grants its share. */
export function getPeriodAmount({ paidThirtieths }: Membership, { period, amount }: PlanQuota, no: number): number {
  if (period !== 'month' || paidThirtieths === null) return amount;
  const parts = Math.min(30, Math.max(0, paidThirtieths - no * 30));
  return Math.floor((amount * parts) / 30);
}

/** Returns the credits of all paid periods of a quota; null for no limit. 0 for a whole-term quota, which has no periods. */
export function getPaidAmount({ days, thirtieths }: PaidPeriods, { period, amount }: PlanQuota): number | null {
  if (period === 'total') return 0;
  if (period === 'day') return days === null ? null : days * amount;
  return thirtieths === null ? null : Math.floor((amount * thirtieths) / 30);
}

/** Returns the columns that identify a quota within its membership. */
export const getQuotaKey = (quota: PlanQuota) => ({
  capability: quota.capability,
  period: quota.period,
  model_group: getModelGroupOrDefault(quota),
});
