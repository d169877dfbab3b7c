import type { Row } from '../../../platform/store/database.ts';
import {
  addWorth,
  noPoints,
  noWorth,
  planDuration,
  priceOfTime,
  quotaPoints,
  type Worth,
} from '../../catalog/product-worth.ts';
import { dayMs } from '../../memberships/membership-rules.ts';
import { type PlanSnapshot, snapshotOfPlan } from '../../memberships/plan-snapshot.ts';

/** A plan as it is listed now, at its list price where that is higher. */
function listedPlan(row: Row): PlanSnapshot {
  return { ...snapshotOfPlan(row), price: Math.max(Number(row.price), Number(row.original_price ?? 0)) };
}

/**
 * What membership time is worth by price: as the plan was when it was granted, or as it is listed now where that is more, so
 * that an old bargain is not extended for next to nothing. `listed` is the row of the plan; none when it was deleted.
 */
export function priceOfMore(given: PlanSnapshot, listed: Row | undefined, ms: number | null): number {
  if (!listed) return priceOfTime(given, ms);
  return Math.max(priceOfTime(given, ms), priceOfTime(listedPlan(listed), ms));
}

/** Quotas that come with more time of a membership: those of its days and months, not those of the whole term. */
export function quotaOfMore(plan: PlanSnapshot, ms: number): number {
  const quotas = plan.quotas.filter(({ period }) => period !== 'total');
  return ms > 0 ? quotaPoints({ ...plan, quotas }, ms) : 0;
}

/** What a membership is worth that is granted for so many days, or for the duration of its plan; without gifts. */
export function worthOfGrant(plan: PlanSnapshot, days: unknown): Worth {
  const time = typeof days === 'number' ? days * dayMs : planDuration(plan);
  return { points: { ...noPoints, quota: quotaPoints(plan, time) }, fen: priceOfTime(plan, time) };
}

/** What the codes of a batch grant in all, when each is used as often as it may be. */
export function computeWorthOfCodes(batch: Row, plan: PlanSnapshot | null): Worth {
  const times = Number(batch.count ?? 1) * Number(batch.max_uses ?? 1);
  const days = batch.vip_days ?? null;
  const gifts = plan !== null && days === null ? plan : { giftCoin: 0, giftPower: 0 };
  const credits = {
    ...noPoints,
    coin: Number(batch.coin ?? 0) + gifts.giftCoin,
    power: Number(batch.power ?? 0) + gifts.giftPower,
  };
  const { points, fen } = addWorth(plan ? worthOfGrant(plan, days) : noWorth, { points: credits, fen: 0 });
  return {
    points: { coin: times * points.coin, power: times * points.power, quota: times * points.quota },
    fen: times * fen,
  };
}
