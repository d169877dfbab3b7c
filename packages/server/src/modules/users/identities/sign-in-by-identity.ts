import type { IdentitySignInAnswer, serviceCalls } from '@gantry/core';
import type { Tx } from '../../../platform/store/database.ts';
import { getMaintenanceError } from '../../clients/service/maintenance.ts';
import type { ServiceDeps, ServiceHandler } from '../../clients/service/service-context.ts';
import type { TxContext } from '../../ledger/posting.ts';
import { assertOpen, canReach } from '../../rewards/registration/register-rules.ts';
import { generateName, openRegistration, type Registration } from '../new-person.ts';
import { findHolderId } from '../who-has.ts';
import type { Account } from './account.ts';
import { answerOfBefore, fetchAccount, requireProvider, toGrant } from './account-of-grant.ts';
import { createFingerprints, findHolder, linkAccount, lockAccount, recordUse } from './identity-rows.ts';
import type { Provider } from './provider.ts';

/** Whoever has linked the account, or somebody new where the provider's settings let people come by it. */
export function signInByIdentity(deps: ServiceDeps): ServiceHandler<typeof serviceCalls.identitySignIn> {
  return async ({ provider: code, source, locale, inviterCode = null, ip = null, ...given }, context) => {
    const { caller, write } = context;
    const known = await answerOfBefore<IdentitySignInAnswer>(context);
    if (known) return known;
    const provider = await requireProvider(deps, code);
    const account = await fetchAccount(deps, provider, toGrant(given), caller.locale);
    const registration = provider.mayRegister ? await openRegistration(deps, caller) : null;
    const closed = await getMaintenanceError(deps.settings);
    const comes = { source: source ?? (provider.kind === 'oidc' ? undefined : 'wechat'), inviterCode, ip, locale };
    const prints = createFingerprints(provider, account, deps.keyring);
    return write(async (scope) => {
      await lockAccount(scope, prints);
      const holder = await findHolder(scope.tx, provider, prints);
      if (holder?.identityId) await recordUse(scope, holder.identityId);
      if (holder && !holder.identityId) await linkAccount(scope, holder.userId, provider, account, prints);
      if (holder) return { ...(await whoIs(scope.tx, holder.userId)), isNew: false };
      if (!registration) return { userId: null, isNew: false, status: null, tokenVersion: null };
      if (closed) throw closed;
      assertOpen(registration.terms, caller.locale);
      const userId = await addPerson(scope, registration, provider, account, comes);
      await linkAccount(scope, userId, provider, account, prints);
      return { ...(await whoIs(scope.tx, userId)), isNew: true };
    });
  };
}

interface Comes {
  readonly source: string | undefined;
  readonly inviterCode: string | null;
  readonly ip: string | null;
  readonly locale: string | undefined;
}

/** Somebody new, with what the provider vouches for as far as the settings let them have it and nobody else does. */
async function addPerson(
  scope: TxContext,
  registration: Registration,
  { code }: Provider,
  { name, email }: Account,
  { locale, ...comes }: Comes,
): Promise<number> {
  const isFree =
    email !== null &&
    canReach(registration.terms, { email, phone: null }) &&
    (await findHolderId(scope.tx, { channel: 'email', address: email })) === null;
  const more = { ...(name === null ? {} : { nickname: name }), ...(locale === undefined ? {} : { locale }) };
  const reached = { email: isFree ? email : null, phone: null };
  const newcomer = { username: generateName(code), ...reached, ...comes, status: 'active', more } as const;
  return (await registration.add(scope, newcomer)).userId;
}

async function whoIs(tx: Tx, userId: number) {
  const row = await tx
    .selectFrom('users')
    .select(['status', 'token_version'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, status: String(row.status), tokenVersion: Number(row.token_version) };
}
