import { thirtiethsOfPlan } from '@gantry/core';
import type { Membership } from '../membership-rows.ts';
import { dayMs, type MembershipRules } from '../membership-rules.ts';
import type { PlanSnapshot } from '../plan-snapshot.ts';
import { getModelGroupOrDefault, type PlanQuota, type QuotaPeriod } from './plan-quotas.ts';

/**
 * Which periods of a quota a membership has, and how much each gives. The contract:
 *
 * - **A term** is the time that was paid for of one membership, from its start to its end. Extending it (`extend`, days, an
 *   admin) makes the term longer; `reset` and `replace` with a plan's own duration open the next term. A plan of another
 *   level, or one that is queued, is a membership and so a term of its own.
 * - **A purchase pays for periods.** Daily: one for each day of its duration. Monthly: one for each calendar month of a plan
 *   sold by months or years; one for each whole 30 days of a plan sold by days, and at least one. Days in place of a plan's own
 *   duration (a gift, a check-in, an extension by an admin) pay for that many daily periods and thirtieths of a monthly one: a
 *   period that is not paid for in full gives its share. Counted once: `paidDays` and `paidThirtieths` of the membership are sums
 *   of what its changes say.
 * - **Borders** derive from the moment at which the term started (`quotaFrom`): daily periods last from that time of day to the
 *   same on the next day, monthly ones to the same day of the next month, or 30 days where the plan is sold by days. With
 *   `calendarMonth` a monthly period ends with the calendar's month instead. The last period that was paid for lasts to the end of
 *   the term, whatever the calendar says: no border opens one that was not paid for.
 * - **Time that does not run opens nothing.** While a membership waits behind a better one or is suspended its periods stop
 *   (`quotaElapsedMs`), and go on where they were: what was used stays used. Grace is after the end: the last period stays. A period
 *   that was opened is never closed for an earlier one.
 * - **A refund** takes periods with the time it takes, by the share of the grant; what was used stays used.
 *
 * So within a term a user cannot use more of a quota than (periods paid for) x (amount); `ledger verify` checks it as promise 25.
 */

/** What a grant pays for. Null for no limit: a lifetime. */
export interface PaidPeriods {
  readonly days: number | null;
  /** Monthly periods, in thirtieths. */
  readonly thirtieths: number | null;
}

/** Days that are given in place of the duration of a plan. */
export const daysPaid = (days: number): PaidPeriods => ({ days, thirtieths: days });

/**
 * What a grant of a plan pays for.
 * @param ms how long it lasts; null for a lifetime
 */
export function paidBy(
  {
    plan,
    quantity = 1,
    days,
  }: { readonly plan: PlanSnapshot; readonly quantity?: number; readonly days?: number | null },
  ms: number | null,
): PaidPeriods {
  if (typeof days === 'number') return daysPaid(Math.min(days * quantity, Math.round((ms ?? 0) / dayMs)));
  const thirtieths = thirtiethsOfPlan(plan);
  if (ms === null || thirtieths === null) return { days: null, thirtieths: null };
  return { days: Math.round(ms / dayMs), thirtieths: thirtieths * quantity };
}

const plus = (one: number | null, more: number | null) =>
  one === null || more === null ? null : Math.max(0, one + more);

/** A membership whose term has so many periods more, or fewer. */
export const addPaid = (one: Membership, { days, thirtieths }: PaidPeriods): Membership => ({
  ...one,
  paidDays: plus(one.paidDays, days),
  paidThirtieths: plus(one.paidThirtieths, thirtieths),
});

/** The share of what was paid for that goes with so much of its time, whole days and thirtieths: never more than the time's. */
export function shareOfPaid({ days, thirtieths }: PaidPeriods, ms: number, ofMs: number): PaidPeriods {
  const share = (count: number | null) => (count === null ? null : Math.floor((count * ms) / Math.max(1, ofMs)));
  return { days: share(days), thirtieths: share(thirtieths) };
}

/** The last period of a term that any quota opened. */
export interface OpenedPeriods {
  readonly day: number;
  readonly month: number;
}

/**
 * A membership, longer by now, whose quotas start over with what a grant pays for. What it had left beyond the grant's own time
 * keeps the periods that it had not opened.
 * @param before as it was before the grant
 */
export function startedOver(
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
  const unopened = (period: 'day' | 'month', unit: number, count: number | null) => {
    const begun = (windowOf(rules, before, period, at, opened[period]).no + 1) * unit;
    return count === null ? null : Math.max(0, count - begun);
  };
  const left = { days: unopened('day', 1, before.paidDays), thirtieths: unopened('month', 30, before.paidThirtieths) };
  return addPaid(next, left);
}

/** A period of a quota. */
export interface Window {
  /** Of the membership; 0 for a quota of a whole membership. */
  readonly term: number;
  /** Which of the term's periods, from 0. */
  readonly no: number;
  readonly start: number;
  /** Then the next one starts, or the term is over. Null for no end. */
  readonly end: number | null;
}

/**
 * The period of a quota that a moment falls in.
 * @param opened the last period of the term that was opened: it is not closed for an earlier one
 */
export function windowOf(rules: MembershipRules, one: Membership, period: QuotaPeriod, at: number, opened = 0): Window {
  if (period === 'total') return { term: 0, no: 0, start: 0, end: null };
  const from = originOf(one, at);
  const termEnd = endOf(one, at);
  const moment = Math.max(from, termEnd === null ? at : Math.min(at, termEnd - 1));
  let span = spanAt(rules, one, period, from, moment);
  const last = lastPeriod(one, period);
  const reached = Math.max(opened, span.index);
  const no = last === null ? reached : Math.max(opened, Math.min(last, reached));
  while (span.index < no) span = spanAt(rules, one, period, from, span.end);
  const isLast = last !== null && no >= last;
  const end = isLast || (termEnd !== null && termEnd < span.end) ? termEnd : span.end;
  return { term: one.quotaTerm, no, start: Math.max(from, span.start), end };
}

/** The last period that was paid for; null for no limit. A term has one at least. */
function lastPeriod({ paidDays, paidThirtieths }: Membership, period: 'day' | 'month'): number | null {
  const count = period === 'day' ? paidDays : paidThirtieths === null ? null : Math.ceil(paidThirtieths / 30);
  return count === null ? null : Math.max(0, count - 1);
}

/** From when periods are counted, as if a membership that does not run went on now. */
function originOf({ status, quotaFrom, startAt, quotaElapsedMs }: Membership, at: number): number {
  return status === 'active' ? (quotaFrom ?? startAt ?? at) : at - (quotaElapsedMs ?? 0);
}

function endOf({ status, endAt, remainingMs }: Membership, at: number): number | null {
  if (status === 'active') return endAt;
  return remainingMs === null ? null : at + remainingMs;
}

/** The period of the calendar that a moment falls in, whatever was paid for. */
function spanAt(rules: MembershipRules, one: Membership, period: 'day' | 'month', from: number, moment: number) {
  const { calendar } = rules;
  if (period === 'day') return calendar.spanSince(from, moment, 1, 'day');
  if (rules.quotaReset === 'calendarMonth')
    return { index: calendar.monthsBetween(from, moment), ...calendar.monthOf(moment) };
  if (one.plan.durationUnit === 'day') return calendar.spanSince(from, moment, 30, 'day');
  return calendar.spanSince(from, moment, 1, 'month', one.anchorAt);
}

/** What a quota gives in one of its periods, in credits; a monthly one that was paid for in part gives its share. */
export function amountIn({ paidThirtieths }: Membership, { period, amount }: PlanQuota, no: number): number {
  if (period !== 'month' || paidThirtieths === null) return amount;
  const parts = Math.min(30, Math.max(0, paidThirtieths - no * 30));
  return Math.floor((amount * parts) / 30);
}

/** What all periods of a quota give that were paid for; null for no limit. Without those for a whole term. */
export function amountPaid({ days, thirtieths }: PaidPeriods, { period, amount }: PlanQuota): number | null {
  if (period === 'total') return 0;
  if (period === 'day') return days === null ? null : days * amount;
  return thirtieths === null ? null : Math.floor((amount * thirtieths) / 30);
}

/** Names a quota among those of its membership. */
export const quotaKey = (quota: PlanQuota) => ({
  capability: quota.capability,
  period: quota.period,
  model_group: getModelGroupOrDefault(quota),
});
