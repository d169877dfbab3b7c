import { ApiError, textToSign } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import type { RequestContext } from '../../../platform/http/authenticate.ts';
import { SealBroken } from '../../../platform/secrets/envelope.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { isSameText } from '../../../platform/secrets/same-text.ts';
import { getSigningKeyPlace, hashSecret, signWith } from '../../../platform/secrets/service-secret.ts';
import { isAddressAllowed } from '../../../platform/settings/networks.ts';
import type { Row } from '../../../platform/store/database.ts';
import { assertNewNonce, takeNonce } from './nonces.ts';
import { createRateLimit } from './rate-limit.ts';
import type { ServiceCaller } from './service-caller.ts';
import type { ServiceCredentialsGiven } from './service-credentials.ts';

export interface ServiceAuthenticator {
  /** Throws the Fault that says why: unknown, disabled, expired, from elsewhere, not for this, too often, sent before. */
  authenticate(given: ServiceCredentialsGiven, requestContext: RequestContext, scope: string): Promise<ServiceCaller>;
  /** Whether it would still be let in, of somebody who has been: this is no call, and is not counted as one. */
  isWelcome(given: ServiceCredentialsGiven, requestContext: RequestContext, scope: string): Promise<boolean>;
}

type Deps = Pick<Services, 'database' | 'clock' | 'log'> & { readonly keyring: Pick<Keyring, 'open'> };

/** How often at most the use of a client is written down, in ms. */
const touchEvery = 60_000;

export function createServiceAuthenticator(deps: Deps): ServiceAuthenticator {
  const limit = createRateLimit(deps.clock);
  return {
    async authenticate(given, requestContext, scope) {
      const now = deps.clock();
      const client = await welcomed(deps, given, requestContext, scope);
      const id = Number(client.id);
      const signed = given.kind === 'signature' ? { clientId: id, ...given.signed } : null;
      // Whoever caught a call and sends it again takes nothing of what its owner may send.
      if (signed) await assertNewNonce(deps.database.read, signed, now);
      const revert = limit.count(id, Number(client.rate_per_minute));
      if (signed) await takeNonce(deps.database, signed).catch(rejecting(revert));
      if (now - Number(client.last_used_at ?? 0) >= touchEvery) void touch(deps, id, now);
      const { ip, requestId, locale, t } = requestContext;
      return { id, clientId: given.clientId, name: String(client.name), ip, requestId, locale, t };
    },
    async isWelcome(given, requestContext, scope) {
      try {
        await welcomed(deps, given, requestContext, scope);
        return true;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
  };
}

/** The client that showed its secret or signed with it; throws the Fault that says why it is not let in. */
async function welcomed(
  deps: Deps,
  given: ServiceCredentialsGiven,
  requestContext: RequestContext,
  scope: string,
): Promise<Row> {
  const rows = await findClient(deps, given.clientId);
  const now = deps.clock();
  const [client] = rows;
  if (!client || !isRight(deps, rows, given, now)) throw new ApiError('signInNeeded');
  if (given.kind === 'secret' && Number(client.signed_only) === 1)
    throw new ApiError('signInNeeded', { data: { state: 'unsigned' } });
  reject(client, requestContext, scope, now);
  return client;
}

/** Two that come at once are both new; the one that is refused after all has cost nothing. */
const rejecting = (revert: () => void) => (error: unknown) => {
  if (error instanceof ApiError) revert();
  throw error;
};

/** The client once for each of its secrets. */
function findClient({ database }: Deps, clientId: string): Promise<Row[]> {
  return database.read
    .selectFrom('service_clients as c')
    .innerJoin('service_secrets as s', 's.client_id', 'c.id')
    .select([
      'c.id as id',
      'c.name as name',
      'c.scopes as scopes',
      'c.ip_allowlist as ip_allowlist',
      'c.rate_per_minute as rate_per_minute',
      'c.last_used_at as last_used_at',
      'c.expires_at as expires_at',
      'c.status as status',
      'c.signed_only as signed_only',
      's.id as secret_id',
      's.hash as hash',
      's.signing_key as signing_key',
      's.expires_at as secret_expires_at',
    ])
    .where('c.client_id', '=', clientId)
    .execute();
}

function isRight(deps: Deps, rows: readonly Row[], given: ServiceCredentialsGiven, now: number): boolean {
  const good = rows.filter(({ secret_expires_at: end }) => end === null || Number(end) > now);
  if (given.kind === 'secret') {
    const shown = hashSecret(given.secret);
    return good.some(({ hash }) => isSameText(String(hash), shown));
  }
  const text = textToSign(given.signed);
  return good.some((row) => {
    const secret = signingKeyOf(deps, row);
    return secret !== null && isSameText(signWith(secret, text), given.signature);
  });
}

/** What a client signs with; null for a secret from before calls could be signed, and for one that does not open here. */
function signingKeyOf({ keyring, log }: Deps, { secret_id: id, signing_key: sealed }: Row): string | null {
  if (sealed === null) return null;
  try {
    return keyring.open(getSigningKeyPlace(Number(id)), String(sealed));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.warn({ serviceSecret: Number(id) }, 'the signing key of a service client does not open');
    return null;
  }
}

const listOf = (written: unknown): string[] => (typeof written === 'string' ? (JSON.parse(written) as string[]) : []);

function reject(client: Row, { ip }: RequestContext, scope: string, now: number): void {
  if (client.status !== 'enabled') throw new ApiError('signInNeeded', { data: { state: client.status } });
  if (client.expires_at !== null && Number(client.expires_at) <= now)
    throw new ApiError('signInNeeded', { data: { state: 'expired' } });
  if (!isAddressAllowed(ip, listOf(client.ip_allowlist))) throw new ApiError('denied', { data: { address: ip } });
  const scopes = listOf(client.scopes);
  if (!scopes.includes('all') && !scopes.includes(scope)) throw new ApiError('denied', { data: { scope } });
}

/** A full disk, or a busy database, keeps no service from calling. */
async function touch({ database, log }: Deps, id: number, now: number): Promise<void> {
  try {
    await database.transaction((tx) =>
      tx
        .updateTable('service_clients')
        .set({ last_used_at: now })
        .where('id', '=', id)
        .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', now - touchEvery)]))
        .execute(),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn({ serviceClient: id, reason }, 'the use of a service client was not written down');
  }
}
