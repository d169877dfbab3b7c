import { order, refund as refundResource } from '@gantry/core';
import type { Operations } from '../../platform/engine/operation.ts';
import { close, createSandboxPayOperation, queryUpstream, retryFulfil } from './order-actions.ts';
import type { OrderDeps } from './order-needs.ts';
import { markPaid } from './payment/mark-paid.ts';
import {
  approveRefund,
  previewApproval,
  refund,
  refundPreview,
  retryRefund,
  settleOtherwise,
} from './refunds/refund-actions.ts';
import { timeline } from './timeline.ts';

/** What is done with orders and refunds by hand. */
export function createOrderOperations({ orders }: { readonly orders: OrderDeps }): Operations {
  return {
    [`${order.name}/timeline`]: timeline,
    [`${order.name}/markPaid`]: markPaid(orders),
    [`${order.name}/queryUpstream`]: queryUpstream(orders),
    [`${order.name}/retryFulfil`]: retryFulfil(orders),
    [`${order.name}/close`]: close,
    [`${order.name}/refundPreview`]: refundPreview(orders),
    [`${order.name}/refund`]: refund(orders),
    [`${order.name}/sandboxPay`]: createSandboxPayOperation(orders),
    [`${refundResource.name}/previewApprove`]: previewApproval(orders),
    [`${refundResource.name}/approve`]: approveRefund(orders),
    [`${refundResource.name}/retry`]: retryRefund(orders),
    [`${refundResource.name}/settleOtherwise`]: settleOtherwise,
  };
}
