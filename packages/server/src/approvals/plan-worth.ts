import { dayMs } from '../membership/membership-rules.ts';
import { type PlanSnapshot, snapshotOfPlan } from '../membership/plan-snapshot.ts';
import type { Row } from '../store/database.ts';

/** What is given away: points of each asset, and money in integer fen. */
export interface Worth {
  readonly points: { readonly coin: number; readonly power: number };
  readonly fen: number;
}

/** Days of the longest such unit: the own time of a plan is never worth more than its price. */
const unitDays = { day: 1, month: 31, year: 366 } as const;

/** What time of a plan is worth in fen, by its price: its own time the whole, other time its share. Null is for ever. */
export function worthOf({ price, durationUnit, durationValue }: PlanSnapshot, ms: number | null): number {
  if (ms === null || durationUnit === 'forever') return price;
  return Math.ceil((price * Math.max(0, ms)) / (unitDays[durationUnit] * durationValue * dayMs));
}

/**
 * What more time of a membership is worth: as the plan was when it was given, or as it is listed now where that is dearer, so
 * that an old bargain is not made longer for next to nothing. `listed` is the row of the plan; none when it is gone.
 */
export function worthOfMore(given: PlanSnapshot, listed: Row | undefined, ms: number): number {
  if (!listed) return worthOf(given, ms);
  const price = Math.max(Number(listed.price), Number(listed.original_price ?? 0));
  return Math.max(worthOf(given, ms), worthOf({ ...snapshotOfPlan(listed), price }, ms));
}

/** What a plan is worth when it is given for so many days, or for its own time. */
export const worthOfDays = (plan: PlanSnapshot, days: unknown): number =>
  typeof days === 'number' ? worthOf(plan, days * dayMs) : plan.price;

/** What the codes of a batch give in all, when each is used as often as it may be. */
export function worthOfCodes(batch: Row, plan: PlanSnapshot | null): Worth {
  const times = Number(batch.count ?? 1) * Number(batch.max_uses ?? 1);
  const days = batch.vip_days ?? null;
  const gifts = plan !== null && days === null ? plan : { giftCoin: 0, giftPower: 0 };
  const points = {
    coin: times * (Number(batch.coin ?? 0) + gifts.giftCoin),
    power: times * (Number(batch.power ?? 0) + gifts.giftPower),
  };
  return { points, fen: plan ? times * worthOfDays(plan, days) : 0 };
}
