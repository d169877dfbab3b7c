import { capabilities, type LocalizedText } from '@gantry/core';
import * as z from 'zod/mini';

/** The period that an amount is granted for: the whole term, a day or a month. */
export type QuotaPeriod = 'total' | 'day' | 'month';

/** Credits of a capability that a plan covers per period, for both coins and compute. */
export interface PlanQuota {
  readonly capability: keyof typeof capabilities;
  readonly amount: number;
  readonly period: QuotaPeriod;
  /** Limits the quota to models of this key group. When omitted, it covers all models and uses without a model. */
  readonly modelGroup?: string;
}

const quota = z.strictObject({
  capability: z.enum(Object.keys(capabilities) as [keyof typeof capabilities]),
  amount: z.int().check(z.gte(1), z.lte(1_000_000_000)),
  period: z.enum(['total', 'day', 'month']),
  modelGroup: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
});
const quotaList = z.array(quota).check(z.maxLength(40));

const words = {
  form: {
    zh: '每项须有 capability、amount（正整数）与 period（total、day 或 month），可有 modelGroup',
    en: 'Each quota needs a capability, an amount above 0, and a period (total, day, or month). Add modelGroup to limit it to a group.',
  },
  twice: {
    zh: '同一能力、周期与模型分组只能有一项',
    en: 'Only one quota per capability, period, and model group is allowed.',
  },
} as const satisfies Record<string, LocalizedText>;

/** Returns why the value is not a valid list of quotas of a plan, or null. A null value is valid. */
export function validateQuota(value: unknown): LocalizedText | null {
  if (value === null) return null;
  const read = quotaList.safeParse(value);
  if (!read.success) return words.form;
  const keys = new Set(read.data.map((one) => `${one.capability} ${one.period} ${getModelGroupOrDefault(one)}`));
  return keys.size === read.data.length ? null : words.twice;
}

/** Returns the model group that a quota is limited to; empty for all. */
export const getModelGroupOrDefault = ({ modelGroup }: { readonly modelGroup?: string | null | undefined }) =>
  (modelGroup ?? '').trim();

/** Whether both quotas cover the same uses, regardless of the amount. */
export const isSameQuota = (one: PlanQuota, other: PlanQuota) =>
  one.capability === other.capability &&
  one.period === other.period &&
  getModelGroupOrDefault(one) === getModelGroupOrDefault(other);

/** Parses the quotas stored with a plan or its snapshot. */
export function parseQuotas(value: unknown): readonly PlanQuota[] {
  const read = quotaList.safeParse(value ?? []);
  if (!read.success) return [];
  return read.data.map(({ modelGroup, ...quota }) => {
    const group = getModelGroupOrDefault({ modelGroup });
    return group === '' ? quota : { ...quota, modelGroup: group };
  });
}
