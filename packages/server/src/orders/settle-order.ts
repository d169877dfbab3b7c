import { bookReversals } from './book-reversals.ts';
import { fulfilOrder } from './fulfil-order.ts';
import type { OrderNeeds } from './order-needs.ts';
import { sendRefund } from './send-refund.ts';

/**
 * What a payment sets going, once it is kept: the delivery, or the refund of one that came too late. What this process does
 * not get done, the jobs do.
 */
export async function settleOrder(needs: OrderNeeds, id: number): Promise<void> {
  const { database, log } = needs;
  try {
    await fulfilOrder(needs, id);
    const waiting = await database.read
      .selectFrom('refunds')
      .select('id')
      .where('order_id', '=', id)
      .where('status', '=', 'processing')
      .execute();
    for (const refund of waiting) await sendRefund(needs, Number(refund.id));
    await bookReversals(needs, id);
  } catch (error) {
    log.warn({ order: id, reason: error instanceof Error ? error.name : 'unknown' }, 'an order waits for its job');
  }
}
