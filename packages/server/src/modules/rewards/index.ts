import { inviteRecord, signLog, signRule } from '@gantry/core';
import { createDayOf } from '../../platform/context/day-of.ts';
import { moveTo } from '../../platform/engine/record-actions/move-record.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import { defineModule } from '../../platform/module/define-module.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { checkSignRule, getCheckInStats, revokeSignReward, signRuleWrites } from './check-in/sign-actions.ts';
import {
  approveInvite,
  getInviteStats,
  previewReverseInvite,
  rejectInvite,
  reverseInviteReward,
} from './invites/invite-actions.ts';
import { createRewardJobs } from './reward-jobs.ts';
import { signHandlers } from './service-calls.ts';

/** Rewards for check-ins, invites and registration. */
export const rewardsModule = defineModule({
  name: 'rewards',
  actions: ({ settings }: { readonly settings: SettingsReader }) => ({
    ...createOperationsFor(signRule, { ...signRuleWrites, enable: moveTo('enabled') }),
    ...createOperationsFor(signLog, {
      revoke: revokeSignReward(settings),
      stats: getCheckInStats(settings, createDayOf()),
    }),
    ...createOperationsFor(inviteRecord, {
      approve: approveInvite(settings, createDayOf()),
      reject: rejectInvite,
      reverse: reverseInviteReward,
      previewReverse: previewReverseInvite,
      stats: getInviteStats,
    }),
  }),
  checks: { [signRule.name]: checkSignRule },
  serviceCalls: signHandlers,
  schedule: createRewardJobs,
});

export { approveInvite } from './invites/approval-subject.ts';
export { invitePaid, inviteRefunded, previewRewards } from './invites/invite-hooks.ts';
export { changeInvite, readInviteTerms } from './invites/invite-rows.ts';
export { type InviteTools, recordInvite } from './invites/record-invite.ts';
export { createReversibleCheck, reverseInvite } from './invites/settle-invite.ts';
export {
  assertMayReach,
  assertMayRegister,
  assertOpen,
  canReach,
  type Reachable,
  type RegisterTerms,
  readRegisterTerms,
} from './registration/register-rules.ts';
export { giveRegistrationGift } from './registration/registration-gift.ts';
export { createHashMailbox, sameMailbox } from './same-mailbox.ts';
