import type { UsageDimension } from './usage-report.ts';

/** What is summed, in the order in which a table shows it. */
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

/** Credits, tokens and counts are whole, cost is in millionths of a yuan. */
export type UsageSums = { readonly [Name in (typeof usageSumNames)[number]]: number };

/** A day `YYYY-MM-DD`, the first UTC ms of an hour, an id (0 for none) or the name of a capability. */
export type UsageKey = string | number;

export interface UsageGroup extends UsageSums {
  /** One a dimension that was asked for. */
  readonly keys: Readonly<Partial<Record<UsageDimension, UsageKey>>>;
  /** As a person reads them, in the caller's language and the site's time zone. */
  readonly labels: Readonly<Partial<Record<UsageDimension, string>>>;
  /**
   * Credits of the group in the four spans before, on average: whole weeks earlier, as long as this one has lasted by now. Null when
   * nothing was recorded so long ago; absent when it was not asked for.
   */
  readonly usual?: number | null;
}

/** The filters of a report, in addition to its span and the owner of the records; null is no filter. */
interface UsageNarrowed {
  readonly status: string | null;
  readonly minAmount: number | null;
}

const hour = 3_600_000;

/** A group of a report as the filters of the list of its records. */
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
