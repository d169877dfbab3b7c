import { Fault, type IdentityBindAnswer, say, type serviceCalls, user } from '@gantry/core';
import { holderOf, linkAccount, lockAccount, printsOf } from '../../identities/identity-rows.ts';
import type { Row, Tx } from '../../store/database.ts';
import { lockRows } from '../../store/records.ts';
import type { ServiceHandler, ServiceNeeds } from '../service-context.ts';
import { accountOf, answerOfBefore, grantOf, providerOf } from './account-of-grant.ts';

const linked = { zh: '该账号已绑定其他用户', en: 'Somebody else has linked this account' };

/** Links an account to somebody who is signed in already. */
export function bindIdentity(needs: ServiceNeeds): ServiceHandler<typeof serviceCalls.identityBind> {
  return async ({ userId, provider: code, ...given }, context) => {
    const { caller, write } = context;
    const known = await answerOfBefore<IdentityBindAnswer>(context);
    if (known) return known;
    const provider = await providerOf(needs, code);
    await assertThere(needs.database.read, userId);
    const account = await accountOf(needs, provider, grantOf(given), caller.locale);
    const prints = printsOf(provider, account, needs.keyring);
    return write(async (scope) => {
      await lockAccount(scope, prints);
      // Locked: whoever is forgotten meanwhile is linked to nothing.
      assertStanding((await lockRows(scope.tx, scope.dialect, user, [userId]))[0], userId);
      const holder = await holderOf(scope.tx, provider, prints);
      if (holder && holder.userId !== userId)
        throw new Fault('stateConflict', { message: say(linked, caller.locale), data: { state: 'linked' } });
      if (holder?.identityId) return { userId, isNew: false };
      await linkAccount(scope, userId, provider, account, prints);
      return { userId, isNew: true };
    });
  };
}

async function assertThere(read: Pick<Tx, 'selectFrom'>, userId: number): Promise<void> {
  const row = await read.selectFrom('users').select('status').where('id', '=', userId).executeTakeFirst();
  assertStanding(row, userId);
}

function assertStanding(row: Row | undefined, userId: number): void {
  if (!row) throw new Fault('notFound', { data: { userId } });
  if (row.status === 'deleted') throw new Fault('stateConflict', { data: { state: 'deleted' } });
}
