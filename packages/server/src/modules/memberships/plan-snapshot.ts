import type { Row } from '../../platform/store/database.ts';
import { isNoWorse, type PlanBenefits, toBenefits } from './plan-benefits.ts';
import { isSameQuota, type PlanQuota, parseQuotas } from './quotas/plan-quotas.ts';
import type { CalendarUnit } from './site-calendar.ts';

/** A plan as it was when somebody was given it: what they hold stays so, whatever becomes of the plan. */
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
  readonly giftPower: number;
  readonly renewalPolicy: string;
  readonly features: readonly string[];
}

/** What a row of plans says now. */
export function snapshotOfPlan(row: Row): PlanSnapshot {
  const parsed = (cell: unknown): unknown => (typeof cell === 'string' ? JSON.parse(cell) : null);
  return {
    planId: Number(row.id),
    name: String(row.name),
    nameEn: row.name_en === null ? null : String(row.name_en),
    level: Number(row.level),
    price: Number(row.price),
    durationUnit: row.duration_unit as PlanSnapshot['durationUnit'],
    durationValue: Number(row.duration_value),
    quotas: parseQuotas(parsed(row.quotas)),
    concurrency: Number(row.concurrency ?? 0),
    rateMultiplier: Number(row.rate_multiplier ?? 10_000),
    allowModels: listOf(parsed(row.allow_models)),
    allowAppCategories: listOf(parsed(row.allow_app_categories)),
    giftCoin: Number(row.gift_coin ?? 0),
    giftPower: Number(row.gift_power ?? 0),
    renewalPolicy: String(row.renewal_policy),
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
