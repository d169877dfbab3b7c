import type { LocalizedText } from '@gantry/core';
import * as z from 'zod/mini';
import type { RowOf } from '../../platform/store/database.ts';
import { isSameQuota, type PlanQuota, parseQuotas } from './quotas/plan-quotas.ts';
import type { CalendarUnit } from './site-calendar.ts';

/** What a member may do that others may not, as a plan has it; a plan that was given before there were any has none. */
interface PlanBenefits {
  /** Paid calls and tasks at a time; 0 for no limit. */
  readonly concurrency?: number;
  /** What is charged of each price, in ten-thousandths. */
  readonly rateMultiplier?: number;
  readonly allowModels?: readonly { readonly modelId: number }[];
  readonly allowAppCategories?: readonly { readonly categoryId: number }[];
}

/** The same for whoever asks, with or without a membership. */
export interface Benefits {
  readonly concurrency: number;
  readonly rateMultiplier: number;
  /** Which of the models that ask for a level may be used; by the level when there are none. */
  readonly modelIds: readonly number[];
  /** Which categories of apps for members only may be used; all of them when there are none. */
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

/** Why these are not models of a plan, or null. None at all is fine. */
export function validateModels(value: unknown): LocalizedText | null {
  return value === null || isDistinctList(parseModelIds(value)) ? null : words.models;
}

/** Why these are not app categories of a plan, or null. */
export function validateCategories(value: unknown): LocalizedText | null {
  return value === null || isDistinctList(parseCategoryIds(value)) ? null : words.categories;
}

const isDistinctList = (ids: readonly number[] | null) => ids !== null && isDistinct(ids);

/** The models of a list; null for what is none. */
export function parseModelIds(value: unknown): readonly number[] | null {
  const read = models.safeParse(value);
  return read.success ? read.data.map(({ modelId }) => modelId) : null;
}

/** The app categories of a list; null for what is none. */
export function parseCategoryIds(value: unknown): readonly number[] | null {
  const read = categories.safeParse(value);
  return read.success ? read.data.map(({ categoryId }) => categoryId) : null;
}

/** What a plan as it was given lets its holder do. */
export function toBenefits(plan: PlanBenefits): Benefits {
  return {
    concurrency: plan.concurrency ?? 0,
    rateMultiplier: plan.rateMultiplier ?? 10_000,
    modelIds: parseModelIds(plan.allowModels ?? []) ?? [],
    appCategoryIds: parseCategoryIds(plan.allowAppCategories ?? []) ?? [],
  };
}

const atOnce = ({ concurrency }: Benefits) => (concurrency === 0 ? Number.POSITIVE_INFINITY : concurrency);

const holds = (list: readonly number[], other: readonly number[]) => other.every((one) => list.includes(one));

/** Whether one snapshot gives at least as much as the other. */
export function isNoWorse(one: Benefits, other: Benefits): boolean {
  return (
    atOnce(one) >= atOnce(other) &&
    one.rateMultiplier <= other.rateMultiplier &&
    // Going by the level is neither more nor less than a list of models.
    (one.modelIds.length === 0) === (other.modelIds.length === 0) &&
    holds(one.modelIds, other.modelIds) &&
    (one.appCategoryIds.length === 0 ||
      (other.appCategoryIds.length > 0 && holds(one.appCategoryIds, other.appCategoryIds)))
  );
}

/** A plan as it was when a user got it; later changes of the plan do not change it. */
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

/** What a row of plans says now. */
export function snapshotOfPlan(row: RowOf<'vip_plans'>): PlanSnapshot {
  const parsed = (cell: unknown): unknown => (typeof cell === 'string' ? JSON.parse(cell) : null);
  return {
    planId: row.id,
    name: row.name,
    nameEn: row.name_en,
    level: row.level,
    price: row.price,
    durationUnit: row.duration_unit as PlanSnapshot['durationUnit'],
    durationValue: row.duration_value,
    quotas: parseQuotas(parsed(row.quotas)),
    concurrency: row.concurrency ?? 0,
    rateMultiplier: row.rate_multiplier ?? 10_000,
    allowModels: listOf(parsed(row.allow_models)),
    allowAppCategories: listOf(parsed(row.allow_app_categories)),
    giftCoin: row.gift_coin ?? 0,
    giftCompute: row.gift_compute ?? 0,
    renewalPolicy: row.renewal_policy,
    features: (parsed(row.features) as readonly string[] | null) ?? [],
  };
}

const listOf = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? value : []);

/** Does the one give at least what the other gives, capability by capability and period by period, and let do as much? */
export function coversPlan(plan: PlanSnapshot, other: PlanSnapshot): boolean {
  if (!isNoWorse(toBenefits(plan), toBenefits(other))) return false;
  return other.quotas.every((quota) =>
    plan.quotas.some((own) => isSameQuota(own, quota) && own.amount >= quota.amount),
  );
}

/** Are they one plan that gives the same, so that time of the one may be added to the other? */
export function hasSameBenefits(one: PlanSnapshot, other: PlanSnapshot): boolean {
  return one.planId === other.planId && one.level === other.level && coversPlan(one, other) && coversPlan(other, one);
}
