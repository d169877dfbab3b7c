import { bookReversals } from './book-reversals.ts';
import { fulfilOrder } from './fulfil-order.ts';
import type { OrderDeps } from './order-needs.ts';
import { sendRefund } from './refunds/send-refund.ts';

/**
 * What a payment sets going, once it is kept: the delivery, or the refund of one that came too late. What this process does
 * not get done, the jobs do.
 */
export async function settleOrder(deps: OrderDeps, id: number): Promise<void> {
  const { database, log } = deps;
  try {
    await fulfilOrder(deps, id);
    const waiting = await database.read
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', id)
      .where('status', '=', 'processing')
      .execute();
    for (const refund of waiting) await sendRefund(deps, Number(refund.id));
    await bookReversals(deps, id);
  } catch (error) {
    log.warn({ order: id, reason: error instanceof Error ? error.name : 'unknown' }, 'an order waits for its job');
  }
}
