import { ApiError, type IdentityBindAnswer, localize, type serviceCalls, user } from '@gantry/core';
import type { Row, Tx } from '../../../platform/store/database.ts';
import { lockRows } from '../../../platform/store/records.ts';
import type { ServiceDeps, ServiceHandler } from '../../clients/service/service-context.ts';
import { answerOfBefore, fetchAccount, requireProvider, toGrant } from './account-of-grant.ts';
import { createFingerprints, findHolder, linkAccount, lockAccount } from './identity-rows.ts';

const linked = { zh: '该账号已绑定其他用户', en: 'This account is linked to another user.' };

/** Links an account to somebody who is signed in already. */
export function bindIdentity(deps: ServiceDeps): ServiceHandler<typeof serviceCalls.identityBind> {
  return async ({ userId, provider: code, ...given }, context) => {
    const { caller, write } = context;
    const known = await answerOfBefore<IdentityBindAnswer>(context);
    if (known) return known;
    const provider = await requireProvider(deps, code);
    await assertThere(deps.database.read, userId);
    const account = await fetchAccount(deps, provider, toGrant(given), caller.locale);
    const prints = createFingerprints(provider, account, deps.keyring);
    return write(async (scope) => {
      await lockAccount(scope, prints);
      // Locked: whoever is forgotten meanwhile is linked to nothing.
      assertActive((await lockRows(scope.tx, scope.dialect, user, [userId]))[0], userId);
      const holder = await findHolder(scope.tx, provider, prints);
      if (holder && holder.userId !== userId)
        throw new ApiError('stateConflict', { message: localize(linked, caller.locale), data: { state: 'linked' } });
      if (holder?.identityId) return { userId, isNew: false };
      await linkAccount(scope, userId, provider, account, prints);
      return { userId, isNew: true };
    });
  };
}

async function assertThere(read: Pick<Tx, 'selectFrom'>, userId: number): Promise<void> {
  const row = await read.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  assertActive(row, userId);
}

function assertActive(row: Row | undefined, userId: number): void {
  if (!row) throw new ApiError('notFound', { data: { userId } });
  if (row.status === 'deleted') throw new ApiError('stateConflict', { data: { state: 'deleted' } });
}
