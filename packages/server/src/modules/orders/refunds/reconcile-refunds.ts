import { refund as refundResource } from '@gantry/core';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import { computeBackoff, describeError } from '../backing-off.ts';
import type { OrderDeps } from '../order-needs.ts';
import { findOrder } from '../order-rows.ts';
import { handleRefundWebhook } from './handle-refund-webhook.ts';
import { toRefund } from './refund-rows.ts';

/** Refunds that one round asks after at most. */
const atOnce = 20;
const looking = { resource: refundResource, action: 'look' };

const day = 24 * 3_600_000;

/** Days after a refund was made on which its gateway is asked once more: banks turn money down within a month. */
const daysAfter = [1, 3, 7, 15, 30] as const;

/** When a refund that was made at `finished` is next asked after, in UTC ms; null when it is no more. */
export function computeNextCheck(finished: number, now: number): number | null {
  return daysAfter.map((days) => finished + days * day).find((at) => at > now) ?? null;
}

/**
 * Asks the gateways about refunds that they said they have made: a card may be closed meanwhile, and the notice of it may have been
 * lost. Gives how many were asked about.
 */
export async function reconcileRefunds(deps: OrderDeps): Promise<number> {
  const due = await deps.database.read
    .selectFrom('refunds')
    .selectAll()
    .where('next_look_at', '<=', deps.clock())
    .where(isRetryDue(looking, deps.clock(), 'refunds.id'))
    .orderBy('next_look_at')
    .limit(atOnce)
    .execute();
  return processDue(deps, looking, due, (row) => look(deps, row));
}

async function look(deps: OrderDeps, row: RowOf<'refunds'>): Promise<void> {
  const { adapters, database, clock, log } = deps;
  const { id, no: refundNo, orderId, channel, amount, status } = toRefund(row);
  const adapter = status === 'succeeded' ? adapters.get(channel) : undefined;
  const { no: orderNo, tradeNo, currency } = await findOrder(database.read, { id: orderId });
  const next = computeNextCheck(Number(row.finished_at ?? 0), clock());
  const later = (at: number | null) =>
    database.transaction((tx) => tx.updateTable('refunds').set({ next_look_at: at }).where('id', '=', id).execute());
  if (!adapter?.reconcileRefund || tradeNo === null) {
    await later(null);
    return;
  }
  try {
    const reported = await adapter.reconcileRefund({ refundNo, orderNo, tradeNo, amount, currency });
    if (reported)
      await database.transaction((tx) => {
        const scope = { tx, dialect: database.dialect, at: clock() };
        return handleRefundWebhook(scope, deps, channel, reported, JSON.stringify(reported));
      });
    await later(next);
  } catch (error) {
    log.warn({ refund: id, reason: describeError(error) }, 'a gateway did not answer about a refund that it made');
    // Within its month it is asked again soon.
    await later(next === null ? null : Math.min(next, clock() + computeBackoff(10)));
  }
}
