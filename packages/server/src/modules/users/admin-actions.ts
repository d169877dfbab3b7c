import { hold, inviteRecord, user, userIdentity } from '@gantry/core';
import type { Operations } from '../../platform/engine/operation.ts';
import type { Sealing } from '../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { createDayOf } from '../ledger/day-of.ts';
import { releaseStalledHold } from '../ledger/release-hold-action.ts';
import {
  approveInvite,
  previewReverseInvite,
  rejectInvite,
  reverseInviteReward,
} from '../rewards/invites/invite-actions.ts';
import { inviteFigures } from '../rewards/invites/invite-figures.ts';
import { adjustBalance } from './adjust-balance.ts';
import { ban, previewWithdrawal } from './ban.ts';
import { createUser } from './create-user.ts';
import { grantMembership } from './grant-membership.ts';
import { previewBalance } from './preview-balance.ts';
import { revealName, unverify, verify } from './real-name-actions.ts';
import { sendNotice } from './send-notice.ts';
import { unlinkIdentity } from './unlink-identity.ts';
import { addTags, anonymise, forceLogout, removeTags, unban } from './user-actions.ts';

export { userChecks } from './user-checks.ts';

interface UserDeps {
  readonly settings: SettingsReader;
  readonly keyring: Sealing;
}

/** What administrators do to the people of the platform. */
export function createUserOperations({ settings, keyring }: UserDeps): Operations {
  return {
    [`${user.name}/create`]: createUser,
    [`${user.name}/adjustBalance`]: adjustBalance(settings),
    [`${user.name}/grantMembership`]: grantMembership(settings),
    [`${user.name}/previewBalance`]: previewBalance,
    [`${user.name}/ban`]: ban,
    [`${user.name}/previewWithdrawal`]: previewWithdrawal,
    [`${user.name}/unban`]: unban,
    [`${user.name}/forceLogout`]: forceLogout,
    [`${user.name}/addTags`]: addTags,
    [`${user.name}/removeTags`]: removeTags,
    [`${user.name}/sendNotice`]: sendNotice,
    [`${user.name}/verify`]: verify(keyring),
    [`${user.name}/unverify`]: unverify,
    [`${user.name}/revealName`]: revealName(keyring),
    [`${user.name}/anonymise`]: anonymise,
    [`${userIdentity.name}/delete`]: unlinkIdentity,
    [`${hold.name}/release`]: releaseStalledHold,
    [`${inviteRecord.name}/approve`]: approveInvite(settings, createDayOf()),
    [`${inviteRecord.name}/reject`]: rejectInvite,
    [`${inviteRecord.name}/reverse`]: reverseInviteReward,
    [`${inviteRecord.name}/previewReverse`]: previewReverseInvite,
    [`${inviteRecord.name}/figures`]: inviteFigures,
  };
}
