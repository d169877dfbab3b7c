import {
  ApiError,
  type IdentityBindAnswer,
  type IdentitySignInAnswer,
  type Locale,
  localize,
  type serviceCalls,
  user,
} from '@gantry/core';
import type {
  ServiceContext,
  ServiceDeps,
  ServiceHandler,
  ServiceHandlers,
} from '../../../platform/service-api/service-context.ts';
import { getMaintenanceError } from '../../../platform/settings/settings-reader.ts';
import { type RowOf, type Tx, withNamedTables } from '../../../platform/store/database.ts';
import { lockRows } from '../../../platform/store/records.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { assertOpen, canReach } from '../../rewards/index.ts';
import {
  type Account,
  createFingerprints,
  findHolder,
  type Grant,
  GrantError,
  linkAccount,
  lockAccount,
  recordUse,
} from '../identities/account.ts';
import { callProvider, signInAddress } from '../identities/call-provider.ts';
import {
  findEnabledProvider,
  openProvider,
  type Provider,
  type ProviderKind,
  providerTable,
} from '../identities/provider.ts';
import { findHolderId, generateName, openRegistration, type Registration } from '../register-user.ts';

const rejected = { zh: '登录已失效，请重新登录', en: 'This sign-in has expired. Sign in again.' };

/** Returns the provider that a service names, if it is enabled. */
async function requireProvider({ database, keyring }: ServiceDeps, code: string): Promise<Provider> {
  const row = await findEnabledProvider(database.read, code);
  if (!row) throw new ApiError('notFound', { data: { provider: code } });
  return openProvider(keyring, row);
}

/** Returns the account for a grant; throws ApiError. */
async function fetchAccount(
  { outbound }: ServiceDeps,
  provider: Provider,
  grant: Grant,
  locale: Locale,
): Promise<Account> {
  try {
    return await callProvider({ outbound }, provider, grant);
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    throw new ApiError('invalid', {
      errors: { code: [localize(rejected, locale)] },
      data: { reason: `grant.${error.reason}` },
    });
  }
}

type Given = { readonly [K in keyof Grant]?: Grant[K] | undefined } & Pick<Grant, 'code'>;

const toGrant = ({ code, redirectUri = null, nonce = null, codeVerifier = null }: Given): Grant => ({
  code,
  redirectUri,
  nonce,
  codeVerifier,
});

/** Returns the stored answer of this key, or null: a provider's code is valid once, so it must not be sent again. */
async function readStoredAnswer<T>({ write }: ServiceContext): Promise<T | null> {
  const unknown = new Error('not answered before');
  try {
    return await write<T>(() => Promise.reject(unknown));
  } catch (error) {
    if (error === unknown) return null;
    throw error;
  }
}

const linked = { zh: '该账号已绑定其他用户', en: 'This account is linked to another user.' };

/** Links an account to a signed-in user. */
function bindIdentity(deps: ServiceDeps): ServiceHandler<typeof serviceCalls.identityBind> {
  return async ({ userId, provider: code, ...grant }, context) => {
    const { caller, write } = context;
    const known = await readStoredAnswer<IdentityBindAnswer>(context);
    if (known) return known;
    const provider = await requireProvider(deps, code);
    await assertThere(deps.database.read, userId);
    const account = await fetchAccount(deps, provider, toGrant(grant), caller.locale);
    const prints = createFingerprints(provider, account, deps.keyring);
    return write(async (scope) => {
      await lockAccount(scope, prints);
      // Locks the user, so that an account is never linked to one who is erased meanwhile.
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

function assertActive(row: Pick<RowOf<'users'>, 'status'> | undefined, userId: number): void {
  if (!row) throw new ApiError('notFound', { data: { userId } });
  if (row.status === 'deleted') throw new ApiError('stateConflict', { data: { state: 'deleted' } });
}

type Calls = 'identityProviders' | 'identityStart' | 'identitySignIn' | 'identityBind';

/** Users sign in to the platform with a third-party account; the platform's services see neither secret nor account. */
export function createIdentityHandlers(deps: ServiceDeps): ServiceHandlers<Calls> {
  const { database, outbound } = deps;
  return {
    async identityProviders() {
      const rows = await withNamedTables(database.read)
        .selectFrom(providerTable)
        .select(['code', 'name', 'kind'])
        .where('status', '=', 'enabled')
        .orderBy('id')
        .execute();
      const getKind = (kind: unknown) => String(kind) as ProviderKind;
      return {
        items: rows.map(({ code, name, kind }) => ({
          provider: String(code),
          name: String(name),
          kind: getKind(kind),
        })),
      };
    },
    async identityStart({ provider, nonce = null, codeChallenge = null, ...options }) {
      const requested = await requireProvider(deps, provider);
      return { url: await signInAddress({ outbound }, requested, { ...options, nonce, codeChallenge }) };
    },
    identitySignIn: signInByIdentity(deps),
    identityBind: bindIdentity(deps),
  };
}

/** Returns the user with the account, or a new one where the provider's settings allow registration. */
function signInByIdentity(deps: ServiceDeps): ServiceHandler<typeof serviceCalls.identitySignIn> {
  return async ({ provider: code, source, locale, inviterCode = null, ip = null, ...grant }, context) => {
    const { caller, write } = context;
    const known = await readStoredAnswer<IdentitySignInAnswer>(context);
    if (known) return known;
    const provider = await requireProvider(deps, code);
    const account = await fetchAccount(deps, provider, toGrant(grant), caller.locale);
    const registration = provider.mayRegister ? await openRegistration(deps, caller) : null;
    const closed = await getMaintenanceError(deps.settings);
    const comes = { source: source ?? (provider.kind === 'oidc' ? undefined : 'wechat'), inviterCode, ip, locale };
    const prints = createFingerprints(provider, account, deps.keyring);
    return write(async (scope) => {
      await lockAccount(scope, prints);
      const holder = await findHolder(scope.tx, provider, prints);
      if (holder?.identityId) await recordUse(scope, holder.identityId);
      if (holder && !holder.identityId) await linkAccount(scope, holder.userId, provider, account, prints);
      if (holder) return { ...(await readUser(scope.tx, holder.userId)), isNew: false };
      if (!registration) return { userId: null, isNew: false, status: null, tokenVersion: null };
      if (closed) throw closed;
      assertOpen(registration.terms, caller.locale);
      const userId = await addUser(scope, registration, provider, account, comes);
      await linkAccount(scope, userId, provider, account, prints);
      return { ...(await readUser(scope.tx, userId)), isNew: true };
    });
  };
}

interface Comes {
  readonly source: string | undefined;
  readonly inviterCode: string | null;
  readonly ip: string | null;
  readonly locale: string | undefined;
}

/** Creates a user with verified data of the provider, as far as the settings allow it and no other user has it. */
async function addUser(
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

async function readUser(tx: Tx, userId: number) {
  const row = await tx
    .selectFrom('users')
    .select(['status', 'token_version'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, status: row.status, tokenVersion: row.token_version };
}
