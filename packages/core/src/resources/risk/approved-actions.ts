import type { AnyResource } from '../../definition/index.ts';
import { redeemBatch } from '../market/redeem-batch.ts';
import { userMembership } from '../market/user-membership.ts';
import { order } from '../orders/order.ts';
import { refund } from '../orders/refund.ts';
import { user } from '../user/user.ts';
import type { ApprovalKind } from './approval.ts';

/** What each kind does once it is approved. */
export const approvedActions: Readonly<
  Record<ApprovalKind, { readonly resource: AnyResource; readonly name: string }>
> = {
  adjustBalance: { resource: user, name: 'adjustBalance' },
  refund: { resource: order, name: 'refund' },
  refundRequest: { resource: refund, name: 'approve' },
  markPaid: { resource: order, name: 'markPaid' },
  grantMembership: { resource: user, name: 'grantMembership' },
  extendMembership: { resource: userMembership, name: 'extend' },
  setMembershipEnd: { resource: userMembership, name: 'setEnd' },
  resetQuota: { resource: userMembership, name: 'resetQuota' },
  generateCodes: { resource: redeemBatch, name: 'generate' },
};
