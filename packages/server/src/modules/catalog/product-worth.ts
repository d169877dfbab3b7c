import { dayMs } from '../memberships/membership-rules.ts';
import type { PlanSnapshot } from '../memberships/plan-snapshot.ts';
import type { PlanQuota } from '../memberships/quotas/plan-quotas.ts';
import type { ProductSnapshot } from './product-snapshot.ts';

/** What is granted: credits of each asset, usage that quotas cover, in points; and membership time, in integer fen. */
export interface Worth {
  readonly points: { readonly coin: number; readonly compute: number; readonly quota: number };
  readonly fen: number;
}

export const noPoints: Worth['points'] = { coin: 0, compute: 0, quota: 0 };

export function addWorth(one: Worth, other: Worth): Worth {
  const points = {
    coin: one.points.coin + other.points.coin,
    compute: one.points.compute + other.points.compute,
    quota: one.points.quota + other.points.quota,
  };
  return { points, fen: one.fen + other.fen };
}

/** Days of the longest such unit, so that the duration of a plan is never valued above its price. */
const unitDays = { day: 1, month: 31, year: 366 } as const;

/** The duration of a plan in ms, at the longest; null for a lifetime plan. */
export const planDuration = ({ durationUnit, durationValue }: PlanSnapshot): number | null =>
  durationUnit === 'forever' ? null : unitDays[durationUnit] * durationValue * dayMs;

/** The price of membership time in fen, as a share of the price of the plan. Null is a lifetime. */
export function priceOfTime(plan: PlanSnapshot, ms: number | null): number {
  const duration = planDuration(plan);
  if (ms === null || duration === null) return plan.price;
  return Math.ceil((plan.price * Math.max(0, ms)) / duration);
}

function periodsIn(period: PlanQuota['period'], ms: number | null): number {
  if (period === 'total') return 1;
  if (ms === null) return Number.POSITIVE_INFINITY;
  return Math.ceil(Math.max(0, ms) / (unitDays[period] * dayMs));
}

/** Points of usage that the quotas of a plan cover in so much time. Null is a lifetime. */
export const quotaPoints = ({ quotas }: PlanSnapshot, ms: number | null): number =>
  quotas.reduce((sum, { amount, period }) => sum + amount * periodsIn(period, ms), 0);

/** What a sold product grants, whatever its price. The first-purchase bonus counts, since a buyer may get it. */
export function worthOfProduct(sold: ProductSnapshot, quantity: number): Worth {
  if (sold.kind !== 'vip') {
    const { amount, bonus, firstBuyBonus } = sold.pack;
    return { points: { ...noPoints, [sold.kind]: (amount + bonus) * quantity + firstBuyBonus }, fen: 0 };
  }
  const { plan } = sold;
  const duration = planDuration(plan);
  const time = duration === null ? null : duration * quantity;
  const gifts = { coin: plan.giftCoin * quantity, compute: plan.giftCompute * quantity };
  return { points: { ...gifts, quota: quotaPoints(plan, time) }, fen: priceOfTime(plan, time) };
}

/** Amounts above which a second admin is needed; 0 turns a limit off. */
export interface GrantLimits {
  /** Points. */
  readonly adjustPoints: number;
  /** Integer fen. */
  readonly markPaidAmount: number;
}

const isAbove = (amount: number, limit: number) => limit > 0 && amount > limit;

/** Whether a grant exceeds a limit together with what was granted before. A part that is not granted now never does. */
export function exceedsLimits({ points, fen }: Worth, before: Worth, limits: GrantLimits): boolean {
  const parts = ['coin', 'compute', 'quota'] as const;
  if (parts.some((part) => points[part] > 0 && isAbove(points[part] + before.points[part], limits.adjustPoints)))
    return true;
  return fen > 0 && isAbove(fen + before.fen, limits.markPaidAmount);
}

export const noWorth: Worth = { points: noPoints, fen: 0 };
