import { defineModule } from '../../platform/module/define-module.ts';
import type { ServiceDeps } from '../../platform/service-api/service-context.ts';
import { createOrderOperations } from './admin-actions.ts';
import type { OrderDeps } from './order-deps.ts';
import { addNoticeRoute } from './payment/handle-notification.ts';
import { refundHandlers } from './refunds/service-calls.ts';
import { createOrderSchedule } from './schedule.ts';
import { createOrderHandlers } from './service-calls.ts';

interface WithOrders {
  readonly orders: OrderDeps;
}

/** Orders, from placement to delivery and refund. */
export const ordersModule = defineModule({
  name: 'orders',
  actions: createOrderOperations,
  serviceCalls: (deps: ServiceDeps & WithOrders) => ({ ...createOrderHandlers(deps), ...refundHandlers(deps) }),
  schedule: ({ orders }: WithOrders) => createOrderSchedule(orders),
  paymentRoutes: (api, { orders }: WithOrders, running) => addNoticeRoute(api, orders, running),
  notifications: ['orderFulfilFailed', 'paymentOdd', 'moneyTakenBack', 'refundStuck', 'refundCameBack', 'refundOdd'],
});

export { createOrders } from './create-orders.ts';
export type { OrderHooks } from './order-deps.ts';
export { createFieldError, createNumber, toOrder } from './order-rows.ts';
export { transferNumber } from './refunds/refund-rows.ts';
export { normalizeNumber, transferKey } from './transfer-key.ts';
