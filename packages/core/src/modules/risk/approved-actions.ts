import type { AnyResource, Fields } from '../../definition/index.ts';
import { getInputFields, integer } from '../../fields/index.ts';
import { currencyPack } from '../catalog/currency-pack.ts';
import { powerPack } from '../catalog/power-pack.ts';
import { vipPlan } from '../catalog/vip-plan.ts';
import { userMembership } from '../memberships/user-membership.ts';
import { order } from '../orders/order.ts';
import { refund } from '../orders/refund.ts';
import { redeemBatch } from '../redeem/redeem-batch.ts';
import { inviteRecord } from '../rewards/invite-record.ts';
import { signRule } from '../rewards/sign-rule.ts';
import { user } from '../users/user.ts';
import type { ApprovalKind } from './approval.ts';

/** Kinds that run an action or a verb of a resource, so not a settings change. */
export type ApprovedActionKind = Exclude<ApprovalKind, 'saveSettings'>;

/** The action or verb that each kind runs after approval. */
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
  sellPlan: { resource: vipPlan, name: 'publish' },
  sellCoins: { resource: currencyPack, name: 'publish' },
  sellCompute: { resource: powerPack, name: 'publish' },
  changePlan: { resource: vipPlan, name: 'update' },
  changeCoins: { resource: currencyPack, name: 'update' },
  changeCompute: { resource: powerPack, name: 'update' },
  createSignReward: { resource: signRule, name: 'create' },
  changeSignReward: { resource: signRule, name: 'update' },
  enableSignReward: { resource: signRule, name: 'enable' },
  approveInvite: { resource: inviteRecord, name: 'approve' },
};

/** The version of the record at the time of the request. */
const version = integer({ zh: '版本', en: 'Version' });

/** Returns the input fields of the action or verb of a kind; empty for an unknown kind. */
export function approvedParts(kind: unknown): Fields {
  if (!Object.hasOwn(approvedActions, String(kind))) return {};
  const { resource, name } = approvedActions[kind as ApprovedActionKind];
  const action = resource.actions?.[name];
  return { ...(action?.input ? getInputFields(resource, action) : resource.fields), version };
}
