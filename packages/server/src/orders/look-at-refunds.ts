import { refund as refundResource } from '@gantry/core';
import { eachDue, isUnstuck } from '../rounds/each-due.ts';
import type { Row } from '../store/database.ts';
import { backOff, whyOf } from './backing-off.ts';
import { hearOfRefund } from './hear-of-refund.ts';
import type { OrderNeeds } from './order-needs.ts';
import { findOrder } from './order-rows.ts';
import { refundOf } from './refund-rows.ts';

/** Refunds that one round asks after at most. */
const atOnce = 20;
const looking = { resource: refundResource, action: 'look' };

const day = 24 * 3_600_000;

/** Days after a refund was made on which its gateway is asked once more: banks turn money down within a month. */
const daysAfter = [1, 3, 7, 15, 30] as const;

/** When a refund that was made at `finished` is next asked after, in UTC ms; null when it is no more. */
export function nextLook(finished: number, now: number): number | null {
  return daysAfter.map((days) => finished + days * day).find((at) => at > now) ?? null;
}

/**
 * Asks the gateways about refunds that they said they have made: a card may be closed meanwhile, and the notice of it may have been
 * lost. Gives how many were asked about.
 */
export async function lookAtRefunds(needs: OrderNeeds): Promise<number> {
  const due = await needs.database.read
    .selectFrom('refunds')
    .selectAll()
    .where('next_look_at', '<=', needs.clock())
    .where(isUnstuck(looking, needs.clock(), 'refunds.id'))
    .orderBy('next_look_at')
    .limit(atOnce)
    .execute();
  return eachDue(needs, looking, due, (row) => look(needs, row));
}

async function look(needs: OrderNeeds, row: Row): Promise<void> {
  const { adapters, database, clock, log } = needs;
  const { id, no: refundNo, orderId, channel, amount, status } = refundOf(row);
  const adapter = status === 'succeeded' ? adapters.get(channel) : undefined;
  const { no: orderNo, tradeNo, currency } = await findOrder(database.read, { id: orderId });
  const next = nextLook(Number(row.finished_at ?? 0), clock());
  const later = (at: number | null) =>
    database.transaction((tx) => tx.updateTable('refunds').set({ next_look_at: at }).where('id', '=', id).execute());
  if (!adapter?.lookAtRefund || tradeNo === null) {
    await later(null);
    return;
  }
  try {
    const told = await adapter.lookAtRefund({ refundNo, orderNo, tradeNo, amount, currency });
    if (told)
      await database.transaction((tx) => {
        const scope = { tx, dialect: database.dialect, at: clock() };
        return hearOfRefund(scope, needs, channel, told, JSON.stringify(told));
      });
    await later(next);
  } catch (error) {
    log.warn({ refund: id, reason: whyOf(error) }, 'a gateway did not answer about a refund that it made');
    // Within its month it is asked again soon.
    await later(next === null ? null : Math.min(next, clock() + backOff(10)));
  }
}
