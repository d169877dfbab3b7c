import { dayMs, type PlanQuota, type PlanSnapshot } from '../memberships/index.ts';
import type { ProductSnapshot } from './product-snapshot.ts';

/** What is granted: credits of each asset, usage that quotas cover, in credits; and membership time, in integer fen. */
export interface Worth {
  readonly credits: { readonly coin: number; readonly compute: number; readonly quota: number };
  readonly fen: number;
}

export const noCredits: Worth['credits'] = { coin: 0, compute: 0, quota: 0 };

export function addWorth(one: Worth, other: Worth): Worth {
  const credits = {
    coin: one.credits.coin + other.credits.coin,
    compute: one.credits.compute + other.credits.compute,
    quota: one.credits.quota + other.credits.quota,
  };
  return { credits, fen: one.fen + other.fen };
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

function getPeriodsIn(period: PlanQuota['period'], ms: number | null): number {
  if (period === 'total') return 1;
  if (ms === null) return Number.POSITIVE_INFINITY;
  return Math.ceil(Math.max(0, ms) / (unitDays[period] * dayMs));
}

/** Credits of usage that the quotas of a plan cover in so much time. Null is a lifetime. */
export const quotaCredits = ({ quotas }: PlanSnapshot, ms: number | null): number =>
  quotas.reduce((sum, { amount, period }) => sum + amount * getPeriodsIn(period, ms), 0);

/** What a sold product grants, whatever its price. The first-purchase bonus counts, since a buyer may get it. */
export function worthOfProduct(sold: ProductSnapshot, quantity: number): Worth {
  if (sold.kind !== 'vip') {
    const { amount, bonus, firstBuyBonus } = sold.pack;
    return { credits: { ...noCredits, [sold.kind]: (amount + bonus) * quantity + firstBuyBonus }, fen: 0 };
  }
  const { plan } = sold;
  const duration = planDuration(plan);
  const time = duration === null ? null : duration * quantity;
  const gifts = { coin: plan.giftCoin * quantity, compute: plan.giftCompute * quantity };
  return { credits: { ...gifts, quota: quotaCredits(plan, time) }, fen: priceOfTime(plan, time) };
}

/** Amounts above which a second admin is needed; 0 turns a limit off. */
export interface GrantLimits {
  /** Credits. */
  readonly adjustCredits: number;
  /** Integer fen. */
  readonly markPaidAmount: number;
}

const isAbove = (amount: number, limit: number) => limit > 0 && amount > limit;

/** Whether a grant exceeds a limit together with what was granted before. A part that is not granted now never does. */
export function exceedsLimits({ credits, fen }: Worth, before: Worth, limits: GrantLimits): boolean {
  const parts = ['coin', 'compute', 'quota'] as const;
  if (parts.some((part) => credits[part] > 0 && isAbove(credits[part] + before.credits[part], limits.adjustCredits)))
    return true;
  return fen > 0 && isAbove(fen + before.fen, limits.markPaidAmount);
}

export const noWorth: Worth = { credits: noCredits, fen: 0 };
