import type { IdentitySignInAnswer, serviceCalls } from '@gantry/core';
import type { Account } from '../../identities/account.ts';
import { holderOf, linkAccount, lockAccount, noteUse, printsOf } from '../../identities/identity-rows.ts';
import type { Provider } from '../../identities/provider.ts';
import type { MoneyScope } from '../../money/posting.ts';
import { assertOpen, mayReach } from '../../rewards/register-rules.ts';
import type { Tx } from '../../store/database.ts';
import { maintenanceFault } from '../maintenance.ts';
import { madeUpName, openRegistration, type Registration } from '../new-person.ts';
import type { ServiceHandler, ServiceNeeds } from '../service-context.ts';
import { whoHas } from '../who-has.ts';
import { accountOf, answerOfBefore, grantOf, providerOf } from './account-of-grant.ts';

/** Whoever has linked the account, or somebody new where the provider's settings let people come by it. */
export function signInByIdentity(needs: ServiceNeeds): ServiceHandler<typeof serviceCalls.identitySignIn> {
  return async ({ provider: code, source, locale, inviterCode = null, ip = null, ...given }, context) => {
    const { caller, write } = context;
    const known = await answerOfBefore<IdentitySignInAnswer>(context);
    if (known) return known;
    const provider = await providerOf(needs, code);
    const account = await accountOf(needs, provider, grantOf(given), caller.locale);
    const registration = provider.mayRegister ? await openRegistration(needs, caller) : null;
    const closed = await maintenanceFault(needs.settings);
    const comes = { source: source ?? (provider.kind === 'oidc' ? undefined : 'wechat'), inviterCode, ip, locale };
    const prints = printsOf(provider, account, needs.keyring);
    return write(async (scope) => {
      await lockAccount(scope, prints);
      const holder = await holderOf(scope.tx, provider, prints);
      if (holder?.identityId) await noteUse(scope, holder.identityId);
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
  scope: MoneyScope,
  registration: Registration,
  { code }: Provider,
  { name, email }: Account,
  { locale, ...comes }: Comes,
): Promise<number> {
  const isFree =
    email !== null &&
    mayReach(registration.terms, { email, phone: null }) &&
    (await whoHas(scope.tx, { channel: 'email', address: email })) === null;
  const more = { ...(name === null ? {} : { nickname: name }), ...(locale === undefined ? {} : { locale }) };
  const reached = { email: isFree ? email : null, phone: null };
  const newcomer = { username: madeUpName(code), ...reached, ...comes, status: 'active', more } as const;
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
