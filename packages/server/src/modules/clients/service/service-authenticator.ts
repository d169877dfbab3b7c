import {
  ApiError,
  buildTextToSign,
  type ServiceCall,
  type SignedCall,
  serviceBase,
  signatureScheme,
  signatureWindow,
} from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../../platform/context/context.ts';
import { getBearerToken, getSoleAuthorization, type RequestContext } from '../../../platform/http/authenticate.ts';
import { SealBroken } from '../../../platform/secrets/envelope.ts';
import { isSameText, type Keyring } from '../../../platform/secrets/keyring.ts';
import { getSigningKeyPlace, hashSecret, signWith } from '../../../platform/secrets/service-secret.ts';
import type { ServiceCaller } from '../../../platform/service-api/service-context.ts';
import { isAddressAllowed } from '../../../platform/settings/networks.ts';
import { createRowCache, type RowCache } from '../../../platform/store/change-signals.ts';
import type { Database, Reader, RowOf } from '../../../platform/store/database.ts';

const minute = 60_000;

interface RateLimit {
  /**
   * Counts a call of a client. Throws when the client has reached its limit for this minute. Returns a function that reverts the
   * count.
   */
  count(clientId: number, perMinute: number): () => void;
}

/** Calls a minute of each client, counted by this process for itself. A minute starts with a client's first call in it. */
function createRateLimit(now: () => number): RateLimit {
  const windows = new Map<number, { from: number; calls: number }>();
  return {
    count(clientId, perMinute) {
      const at = now();
      let window = windows.get(clientId);
      if (!window || at - window.from >= minute || at < window.from) {
        window = { from: at, calls: 0 };
        windows.set(clientId, window);
      }
      if (window.calls >= perMinute)
        throw new ApiError('tooMany', { retryAfter: Math.ceil((window.from + minute - at) / 1000) });
      window.calls += 1;
      const counted = window;
      return () => {
        counted.calls -= 1;
      };
    },
  };
}

/** The values that identify a signed call. */
interface SignedOnce {
  readonly clientId: number;
  readonly nonce: string;
  /** UTC ms. */
  readonly time: number;
}

const createReplayError = () => new ApiError('signInNeeded', { data: { state: 'replayed' } });

/**
 * Rejects a time out of the window, and a nonce that was taken before. A wrong clock is more likely than a forged time, so the error
 * carries the time of the server. A restored backup has no nonces of after it was made: what was signed before the restore is rejected
 * by its time.
 */
async function assertNewNonce(read: Reader, { clientId, nonce, time }: SignedOnce, now: number): Promise<void> {
  if (Math.abs(now - time) > signatureWindow) throw new ApiError('signInNeeded', { data: { state: 'clock', now } });
  const { restored_at: restoredAt } = await read
    .selectFrom('session_epochs')
    .select('restored_at')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  if (time <= restoredAt) throw new ApiError('signInNeeded', { data: { state: 'clock', now } });
  const known = read.selectFrom('service_nonces').select('nonce').where('client_id', '=', clientId);
  if (await known.where('nonce', '=', nonce).executeTakeFirst()) throw createReplayError();
}

/**
 * Records a nonce of its client for all server processes, so that a repeated signed call is rejected. Once its time is outside the
 * window the call is rejected by time, and the nonce can be purged.
 */
async function takeNonce(database: Database, { clientId, nonce, time }: SignedOnce): Promise<void> {
  const { numInsertedOrUpdatedRows = 0n } = await database.transaction((tx) =>
    tx
      .insertInto('service_nonces')
      .values({ client_id: clientId, nonce, expires_at: time + signatureWindow })
      .onConflict((conflict) => conflict.columns(['client_id', 'nonce']).doNothing())
      .executeTakeFirstOrThrow(),
  );
  if (numInsertedOrUpdatedRows === 0n) throw createReplayError();
}

/** Purges nonces whose time is outside the window. Returns how many. */
export async function purgeNonces(database: Database, now: number): Promise<number> {
  const { numDeletedRows } = await database.transaction((tx) =>
    tx.deleteFrom('service_nonces').where('expires_at', '<', now).executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

/** The credentials of a service: its secret, or a signature made with it. */
export type ServiceCredentialsGiven =
  | { readonly kind: 'secret'; readonly clientId: string; readonly secret: string }
  | {
      readonly kind: 'signature';
      readonly clientId: string;
      readonly signed: SignedCall;
      readonly signature: string;
    };

const signedHeader = new RegExp(
  `^${signatureScheme} +client=(\\w{1,32}),time=(\\d{1,15}),nonce=([\\w-]{16,64}),body=([0-9a-f]{64}),signature=([0-9a-f]{64})$`,
);

/** Reads the single `Authorization` header of a call; throws `signInNeeded` when there is none that can be meant. */
export function readCredentials(request: FastifyRequest, { path }: Pick<ServiceCall, 'path'>): ServiceCredentialsGiven {
  const header = getSoleAuthorization(request);
  if (!header?.startsWith(signatureScheme)) return splitToken(getBearerToken(request));
  const [, clientId = '', time = '', nonce = '', bodyHash = '', signature = ''] = signedHeader.exec(header) ?? [];
  if (signature === '') throw new ApiError('signInNeeded', { data: { state: 'malformed' } });
  const key = request.headers['idempotency-key'];
  const signed: SignedCall = {
    time: Number(time),
    nonce,
    path: serviceBase + path,
    key: typeof key === 'string' ? key : '',
    bodyHash,
  };
  return { kind: 'signature', clientId, signed, signature };
}

/** `<clientId>.<secret>` */
function splitToken(token: string): ServiceCredentialsGiven {
  const dot = token.indexOf('.');
  if (dot < 1) throw new ApiError('signInNeeded');
  return { kind: 'secret', clientId: token.slice(0, dot), secret: token.slice(dot + 1) };
}

export interface ServiceAuthenticator {
  /**
   * Throws the ApiError with the reason: unknown, disabled, expired, wrong address, missing scope, rate limit, or repeated call.
   */
  authenticate(given: ServiceCredentialsGiven, requestContext: RequestContext, scope: string): Promise<ServiceCaller>;
  /** Whether an authenticated client would still be accepted; this is not counted as a call. */
  isWelcome(given: ServiceCredentialsGiven, requestContext: RequestContext, scope: string): Promise<boolean>;
}

type Deps = Pick<Services, 'database' | 'clock' | 'log'> & { readonly keyring: Pick<Keyring, 'open'> };
type Clients = RowCache<StoredClient[]>;

/** How often at most the use of a client is written down, in ms. */
const touchEvery = 60_000;

export function createServiceAuthenticator(deps: Deps): ServiceAuthenticator {
  const limit = createRateLimit(deps.clock);
  const clients: Clients = { get: (clientId) => findClient(deps, clientId) };
  const remembered: Clients = createRowCache(
    deps.database.changes,
    ['service_clients', 'service_secrets'],
    clients.get,
  );
  return {
    async authenticate(given, requestContext, scope) {
      const now = deps.clock();
      const client = await acceptClient(deps, remembered, given, requestContext, scope).catch((error: unknown) => {
        // A secret or a scope may be newer than what is remembered.
        if (error instanceof ApiError) return acceptClient(deps, clients, given, requestContext, scope);
        throw error;
      });
      const id = client.id;
      const signed = given.kind === 'signature' ? { clientId: id, ...given.signed } : null;
      // A replayed call must not count against the rate limit of its owner.
      if (signed) await assertNewNonce(deps.database.read, signed, now);
      const revert = limit.count(id, client.rate_per_minute);
      if (signed) await takeNonce(deps.database, signed).catch(revertAndThrow(revert));
      if (now - (client.last_used_at ?? 0) >= touchEvery) void touch(deps, id, now);
      const { ip, requestId, locale, t } = requestContext;
      return { id, clientId: given.clientId, name: client.name, ip, requestId, locale, t };
    },
    async isWelcome(given, requestContext, scope) {
      try {
        await acceptClient(deps, clients, given, requestContext, scope);
        return true;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
  };
}

/** A client with one of its secrets. */
type StoredClient = Pick<
  RowOf<'service_clients'>,
  | 'id'
  | 'name'
  | 'scopes'
  | 'ip_allowlist'
  | 'rate_per_minute'
  | 'last_used_at'
  | 'expires_at'
  | 'status'
  | 'signed_only'
> & { readonly secret_id: number; readonly secret_expires_at: number | null } & Pick<
    RowOf<'service_secrets'>,
    'hash' | 'signing_key'
  >;

/** The client that sent its secret or signed with it; throws an ApiError with the reason when it is rejected. */
async function acceptClient(
  deps: Deps,
  clients: Clients,
  given: ServiceCredentialsGiven,
  requestContext: RequestContext,
  scope: string,
): Promise<StoredClient> {
  const rows = await clients.get(given.clientId);
  const now = deps.clock();
  const [client] = rows;
  if (!client || !isRight(deps, rows, given, now)) throw new ApiError('signInNeeded');
  if (given.kind === 'secret' && client.signed_only === 1)
    throw new ApiError('signInNeeded', { data: { state: 'unsigned' } });
  reject(client, requestContext, scope, now);
  return client;
}

/** Of two concurrent calls with one nonce both look new; the one that is rejected later does not count against the limit. */
const revertAndThrow = (revert: () => void) => (error: unknown) => {
  if (error instanceof ApiError) revert();
  throw error;
};

/** The client once for each of its secrets. */
function findClient({ database }: Deps, clientId: string): Promise<StoredClient[]> {
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

function isRight(deps: Deps, rows: readonly StoredClient[], given: ServiceCredentialsGiven, now: number): boolean {
  const good = rows.filter(({ secret_expires_at: end }) => end === null || end > now);
  if (given.kind === 'secret') {
    const shown = hashSecret(given.secret);
    return good.some(({ hash }) => isSameText(hash, shown));
  }
  const text = buildTextToSign(given.signed);
  return good.some((row) => {
    const secret = getSigningKey(deps, row);
    return secret !== null && isSameText(signWith(secret, text), given.signature);
  });
}

/** The signing key of a client; null for a secret from before calls could be signed, and for one that cannot be decrypted. */
function getSigningKey({ keyring, log }: Deps, { secret_id: id, signing_key: sealed }: StoredClient): string | null {
  if (sealed === null) return null;
  try {
    return keyring.open(getSigningKeyPlace(id), sealed);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.warn({ serviceSecret: id }, 'the signing key of a service client does not open');
    return null;
  }
}

const listOf = (written: unknown): string[] => (typeof written === 'string' ? (JSON.parse(written) as string[]) : []);

function reject(client: StoredClient, { ip }: RequestContext, scope: string, now: number): void {
  if (client.status !== 'enabled') throw new ApiError('signInNeeded', { data: { state: client.status } });
  if (client.expires_at !== null && client.expires_at <= now)
    throw new ApiError('signInNeeded', { data: { state: 'expired' } });
  if (!isAddressAllowed(ip, listOf(client.ip_allowlist))) throw new ApiError('denied', { data: { address: ip } });
  const scopes = listOf(client.scopes);
  if (!scopes.includes('all') && !scopes.includes(scope)) throw new ApiError('denied', { data: { scope } });
}

/** Records the last use; a full disk or a busy database does not prevent the call. */
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
