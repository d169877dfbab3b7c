import type { LocalizedText } from '@gantry/core';
import * as z from 'zod/mini';
import type { RowOf } from '../../platform/store/database.ts';
import { isSameQuota, type PlanQuota, parseQuotas } from './quotas/plan-quotas.ts';
import type { CalendarUnit } from './site-calendar.ts';

/** Benefits stored with a plan. Snapshots of older plans may have none. */
interface PlanBenefits {
  /** Maximum concurrent paid calls and tasks; 0 for no limit. */
  readonly concurrency?: number;
  /** Charged share of each price, in ten-thousandths. */
  readonly rateMultiplier?: number;
  readonly allowModels?: readonly { readonly modelId: number }[];
  readonly allowAppCategories?: readonly { readonly categoryId: number }[];
}

/** Benefits of any user, with or without a membership. */
export interface Benefits {
  readonly concurrency: number;
  readonly rateMultiplier: number;
  /** The models with a required level that may be used. When empty, the level decides. */
  readonly modelIds: readonly number[];
  /** The members-only app categories that may be used. When empty, all of them. */
  readonly appCategoryIds: readonly number[];
}

const id = z.int().check(z.gte(1));
const models = z.array(z.strictObject({ modelId: id })).check(z.maxLength(200));
const categories = z.array(z.strictObject({ categoryId: id })).check(z.maxLength(200));

const words = {
  models: { zh: '每项须选一个模型，且不重复', en: 'Each entry must be a different model.' },
  categories: { zh: '每项须选一个分类，且不重复', en: 'Each entry must be a different category.' },
} as const satisfies Record<string, LocalizedText>;

const isDistinct = (ids: readonly number[]) => new Set(ids).size === ids.length;

/** Returns why the value is not a valid list of models of a plan, or null. A null value is valid. */
export function validateModels(value: unknown): LocalizedText | null {
  return value === null || isDistinctList(parseModelIds(value)) ? null : words.models;
}

/** Returns why the value is not a valid list of app categories of a plan, or null. A null value is valid. */
export function validateCategories(value: unknown): LocalizedText | null {
  return value === null || isDistinctList(parseCategoryIds(value)) ? null : words.categories;
}

const isDistinctList = (ids: readonly number[] | null) => ids !== null && isDistinct(ids);

/** Returns the model IDs of a list; null for an invalid value. */
export function parseModelIds(value: unknown): readonly number[] | null {
  const read = models.safeParse(value);
  return read.success ? read.data.map(({ modelId }) => modelId) : null;
}

/** Returns the app category IDs of a list; null for an invalid value. */
export function parseCategoryIds(value: unknown): readonly number[] | null {
  const read = categories.safeParse(value);
  return read.success ? read.data.map(({ categoryId }) => categoryId) : null;
}

/** Returns the benefits of a plan with defaults filled in. */
export function toBenefits(plan: PlanBenefits): Benefits {
  return {
    concurrency: plan.concurrency ?? 0,
    rateMultiplier: plan.rateMultiplier ?? 10_000,
    modelIds: parseModelIds(plan.allowModels ?? []) ?? [],
    appCategoryIds: parseCategoryIds(plan.allowAppCategories ?? []) ?? [],
  };
}

const getConcurrency = ({ concurrency }: Benefits) => (concurrency === 0 ? Number.POSITIVE_INFINITY : concurrency);

const includesAll = (list: readonly number[], other: readonly number[]) => other.every((one) => list.includes(one));

/** Whether `one` grants at least as much as `other`. */
export function isNoWorse(one: Benefits, other: Benefits): boolean {
  return (
    getConcurrency(one) >= getConcurrency(other) &&
    one.rateMultiplier <= other.rateMultiplier &&
    // Access by level and access by a list of models are not comparable.
    (one.modelIds.length === 0) === (other.modelIds.length === 0) &&
    includesAll(one.modelIds, other.modelIds) &&
    (one.appCategoryIds.length === 0 ||
      (other.appCategoryIds.length > 0 && includesAll(one.appCategoryIds, other.appCategoryIds)))
  );
}

/** A copy of a plan at the time of the grant. Later changes of the plan do not affect it. */
export interface PlanSnapshot extends PlanBenefits {
  readonly planId: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly level: number;
  /** Fen. */
  readonly price: number;
  readonly durationUnit: CalendarUnit | 'forever';
  readonly durationValue: number;
  readonly quotas: readonly PlanQuota[];
  readonly giftCoin: number;
  readonly giftCompute: number;
  readonly renewalPolicy: string;
  readonly features: readonly string[];
}

/** Creates the snapshot of a plan from its current row. */
export function createPlanSnapshot(row: RowOf<'vip_plans'>): PlanSnapshot {
  const parseCell = (cell: unknown): unknown => (typeof cell === 'string' ? JSON.parse(cell) : null);
  return {
    planId: row.id,
    name: row.name,
    nameEn: row.name_en,
    level: row.level,
    price: row.price,
    durationUnit: row.duration_unit as PlanSnapshot['durationUnit'],
    durationValue: row.duration_value,
    quotas: parseQuotas(parseCell(row.quotas)),
    concurrency: row.concurrency ?? 0,
    rateMultiplier: row.rate_multiplier ?? 10_000,
    allowModels: listOf(parseCell(row.allow_models)),
    allowAppCategories: listOf(parseCell(row.allow_app_categories)),
    giftCoin: row.gift_coin ?? 0,
    giftCompute: row.gift_compute ?? 0,
    renewalPolicy: row.renewal_policy,
    features: (parseCell(row.features) as readonly string[] | null) ?? [],
  };
}

const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

/** Whether `plan` grants at least the quotas of `other`, by capability and period, and at least its benefits. */
export function coversPlan(plan: PlanSnapshot, other: PlanSnapshot): boolean {
  if (!isNoWorse(toBenefits(plan), toBenefits(other))) return false;
  return other.quotas.every((quota) =>
    plan.quotas.some((own) => isSameQuota(own, quota) && own.amount >= quota.amount),
  );
}

/** Whether both are the same plan with equal level, quotas and benefits, so that time of one may extend the other. */
export function hasSameBenefits(one: PlanSnapshot, other: PlanSnapshot): boolean {
  return one.planId === other.planId && one.level === other.level && coversPlan(one, other) && coversPlan(other, one);
}
