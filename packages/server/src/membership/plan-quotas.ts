import { capabilities, type Words } from '@gantry/core';
import * as z from 'zod/mini';

/** How long an amount lasts: the whole term, a calendar day of the site, or a month. */
export type QuotaPeriod = 'total' | 'day' | 'month';

/** So many points of use of a capability that a plan covers, whatever the asset that it is charged in. */
export interface PlanQuota {
  readonly capability: keyof typeof capabilities;
  readonly amount: number;
  readonly period: QuotaPeriod;
}

const quota = z.strictObject({
  capability: z.enum(Object.keys(capabilities) as [keyof typeof capabilities]),
  amount: z.int().check(z.gte(1), z.lte(1_000_000_000)),
  period: z.enum(['total', 'day', 'month']),
});
const quotaList = z.array(quota).check(z.maxLength(40));

const words = {
  form: {
    zh: '每项须有 capability、amount（正整数）与 period（total、day 或 month）',
    en: 'Each has a capability, an amount above 0 and a period of total, day or month',
  },
  twice: { zh: '同一能力的同一周期只能有一项', en: 'A capability has one amount a period' },
} as const satisfies Record<string, Words>;

/** Why these are not quotas of a plan, or null. None at all is fine. */
export function quotaRefusal(value: unknown): Words | null {
  if (value === null) return null;
  const read = quotaList.safeParse(value);
  if (!read.success) return words.form;
  const keys = new Set(read.data.map(({ capability, period }) => `${capability} ${period}`));
  return keys.size === read.data.length ? null : words.twice;
}

/** Quotas as stored with a plan or its snapshot. */
export function quotasOf(value: unknown): readonly PlanQuota[] {
  const read = quotaList.safeParse(value ?? []);
  return read.success ? read.data : [];
}
