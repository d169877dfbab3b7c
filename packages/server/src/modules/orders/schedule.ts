import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { type DueTime, dueTime, findNextDue } from '../../platform/jobs/scheduler.ts';
import { bookDueReversals } from './book-reversals.ts';
import { closeDue, queryPending } from './expire-orders.ts';
import { fulfilDue } from './fulfil-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { checkPaymentsForRefunds, reconcileRefunds } from './refunds/reconcile-refunds.ts';
import { sendDueRefunds } from './refunds/send-refund.ts';

const second = 1_000;

/** Delivers, refunds, reconciles and closes orders. */
export function createOrderSchedule(orders: OrderDeps): readonly ScheduledJob[] {
  const createNextDue = (...times: readonly DueTime[]) => ({ nextDue: () => findNextDue(orders.database.read, times) });
  return [
    {
      name: 'deliver orders, send refunds',
      everyMs: 2 * second,
      watches: ['orders', 'refunds', 'payment_reversals'],
      ...createNextDue(
        dueTime('orders', 'next_fulfil_at'),
        dueTime('refunds', 'next_try_at'),
        dueTime('payment_reversals', 'next_try_at'),
      ),
      run: async () => {
        await fulfilDue(orders);
        await sendDueRefunds(orders);
        await bookDueReversals(orders);
      },
    },
    {
      name: 'check pending refunds',
      everyMs: 60 * second,
      watches: ['refunds'],
      ...createNextDue(dueTime('refunds', 'next_look_at')),
      run: async () => void (await reconcileRefunds(orders)),
    },
    {
      name: 'check refunds made at gateways',
      everyMs: 60 * second,
      run: async () => void (await checkPaymentsForRefunds(orders)),
    },
    {
      name: 'reconcile pending orders',
      everyMs: 5 * second,
      watches: ['orders'],
      ...createNextDue(dueTime('orders', 'next_query_at'), dueTime('orders', 'expires_at', ['pending'])),
      run: async () => {
        await queryPending(orders);
        await closeDue(orders);
      },
    },
  ];
}
