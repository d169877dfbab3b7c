import { hold, user } from '@gantry/core';
import type { Operations } from '../../resources/operation.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { adjustBalance } from './adjust-balance.ts';
import { createUser } from './create-user.ts';
import { grantMembership } from './grant-membership.ts';
import { previewBalance } from './preview-balance.ts';
import { releaseStuckHold } from './release-hold.ts';
import { addTags, anonymise, forceLogout, removeTags, unban } from './user-actions.ts';

/** What administrators do to the people of the platform. */
export function userOperations({ settings }: { readonly settings: SettingsReader }): Operations {
  return {
    [`${user.name}/create`]: createUser,
    [`${user.name}/adjustBalance`]: adjustBalance(settings),
    [`${user.name}/grantMembership`]: grantMembership(settings),
    [`${user.name}/previewBalance`]: previewBalance,
    [`${user.name}/unban`]: unban,
    [`${user.name}/forceLogout`]: forceLogout,
    [`${user.name}/addTags`]: addTags,
    [`${user.name}/removeTags`]: removeTags,
    [`${user.name}/anonymise`]: anonymise,
    [`${hold.name}/release`]: releaseStuckHold,
  };
}
