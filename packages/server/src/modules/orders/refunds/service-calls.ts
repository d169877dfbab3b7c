import { ApiError, type ServiceRefund } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import type { Reader } from '../../../platform/store/database.ts';
import { findOrder } from '../order-rows.ts';
import { type StoredRefund, toRefund } from './refund-rows.ts';
import { cancelRefund, requestRefund } from './start-refund.ts';

/** Service calls for refund requests of users, which admins approve or reject. */
export function refundHandlers({
  database,
  settings,
}: ServiceDeps): ServiceHandlers<'refundRequest' | 'refundGet' | 'refundCancel'> {
  return {
    async refundRequest({ amount = null, ...options }, { caller, write }) {
      const { timezone } = await settings.read('system', 'site');
      const requested = { ...options, amount, locale: caller.locale, timezone };
      return write(async (scope) => toServiceRefund(scope.tx, await requestRefund(scope, requested)));
    },

    async refundGet({ refundNo }) {
      const row = await database.read.selectFrom('refunds').selectAll().where('no', '=', refundNo).executeTakeFirst();
      if (!row) throw new ApiError('notFound', { data: { refundNo } });
      return toServiceRefund(database.read, toRefund(row));
    },

    refundCancel: ({ userId, refundNo }, { write }) =>
      write(async (scope) => toServiceRefund(scope.tx, await cancelRefund(scope, userId, refundNo))),
  };
}

async function toServiceRefund(
  read: Reader,
  { no, orderId, amount, status, row }: StoredRefund,
): Promise<ServiceRefund> {
  const order = await findOrder(read, { id: orderId });
  return {
    refundNo: no,
    orderNo: order.no,
    amount,
    status,
    decision: row.decision,
    requestedAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
