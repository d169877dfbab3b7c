import type { UsageDimension } from './usage-report.ts';

/** Metrics that are summed, in the order of table columns. */
export const usageSumNames = [
  'requests',
  'success',
  'failed',
  'promptTokens',
  'completionTokens',
  'units',
  'chargedCoin',
  'chargedCompute',
  'upstreamCost',
] as const;

/** Credits, tokens and counts are integers; costs are in millionths of a yuan. */
export type UsageSums = { readonly [Name in (typeof usageSumNames)[number]]: number };

/** A date `YYYY-MM-DD`, the start of an hour in UTC milliseconds, an ID (0 for none) or the name of a capability. */
export type UsageKey = string | number;

export interface UsageGroup extends UsageSums {
  /** One key per requested dimension. */
  readonly keys: Readonly<Partial<Record<UsageDimension, UsageKey>>>;
  /** Labels in the language of the caller and the time zone of the site. */
  readonly labels: Readonly<Partial<Record<UsageDimension, string>>>;
  /**
   * Average credits of the group in the four previous spans, whole weeks earlier and up to the same elapsed time. Null without
   * records from that time; absent when not requested.
   */
  readonly usual?: number | null;
}

/** The filters of a report, besides its span and the owner of the records. Null means no filter. */
interface UsageNarrowed {
  readonly status: string | null;
  readonly minAmount: number | null;
}

const hour = 3_600_000;

/** Returns the list filters for the records of a group. */
export function toGroupFilters({ keys }: UsageGroup, { status, minAmount }: UsageNarrowed): object {
  const { day, hour: start, user, model, key, capability } = keys;
  return {
    ...(day === undefined ? {} : { day: { from: day, to: day } }),
    ...(start === undefined ? {} : { createdAt: { from: start, to: Number(start) + hour - 1 } }),
    ...(user ? { userId: [user] } : {}),
    ...(model ? { modelId: { from: model, to: model } } : {}),
    ...(key ? { apiKeyId: { from: key, to: key } } : {}),
    ...(capability === undefined ? {} : { capability: [capability] }),
    ...(status === null ? {} : { status: [status] }),
    ...(minAmount === null ? {} : { chargedAmount: { from: minAmount } }),
  };
}
