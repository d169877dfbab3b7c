import type { AnyResource } from '../../definition/index.ts';
import { currencyPack } from '../market/currency-pack.ts';
import { powerPack } from '../market/power-pack.ts';
import { redeemBatch } from '../market/redeem-batch.ts';
import { signRule } from '../market/sign-rule.ts';
import { userMembership } from '../market/user-membership.ts';
import { vipPlan } from '../market/vip-plan.ts';
import { order } from '../orders/order.ts';
import { refund } from '../orders/refund.ts';
import { inviteRecord } from '../user/invite-record.ts';
import { user } from '../user/user.ts';
import type { ApprovalKind } from './approval.ts';

/** Kinds that run an action or a verb of a resource; a settings change is none. */
export type ApprovedActionKind = Exclude<ApprovalKind, 'saveSettings'>;

/** The action or verb that each kind runs once it is approved. */
export const approvedActions: Readonly<
  Record<ApprovedActionKind, { readonly resource: AnyResource; readonly name: string }>
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
  sellPlan: { resource: vipPlan, name: 'putOn' },
  sellCoins: { resource: currencyPack, name: 'putOn' },
  sellPower: { resource: powerPack, name: 'putOn' },
  changePlan: { resource: vipPlan, name: 'update' },
  changeCoins: { resource: currencyPack, name: 'update' },
  changePower: { resource: powerPack, name: 'update' },
  createSignReward: { resource: signRule, name: 'create' },
  changeSignReward: { resource: signRule, name: 'update' },
  enableSignReward: { resource: signRule, name: 'enable' },
  approveInvite: { resource: inviteRecord, name: 'approve' },
};
