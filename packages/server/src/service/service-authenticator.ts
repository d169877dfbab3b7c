import { Fault } from '@gantry/core';
import type { Services } from '../context.ts';
import type { Asking } from '../http/authenticate.ts';
import { isSameText } from '../secrets/same-text.ts';
import { hashSecret } from '../secrets/service-secret.ts';
import { isAddressAllowed } from '../settings/networks.ts';
import type { Row } from '../store/database.ts';
import { createRateLimit } from './rate-limit.ts';
import type { ServiceCaller } from './service-caller.ts';

export interface ServiceAuthenticator {
  /** Throws the Fault that says why: unknown, disabled, expired, from elsewhere, not for this, too often. */
  authenticate(token: string, asking: Asking, scope: string): Promise<ServiceCaller>;
  /** Whether it would still be let in, of somebody who has been: this is no call, and is not counted as one. */
  isWelcome(token: string, asking: Asking, scope: string): Promise<boolean>;
}

type Needs = Pick<Services, 'database' | 'clock' | 'log'>;

/** How often at most the use of a client is written down, in ms. */
const touchEvery = 60_000;

export function createServiceAuthenticator(needs: Needs): ServiceAuthenticator {
  const limit = createRateLimit(needs.clock);
  return {
    async authenticate(token, asking, scope) {
      const now = needs.clock();
      const [client, clientId] = await welcomed(needs, token, asking, scope);
      limit.count(Number(client.id), Number(client.rate_per_minute));
      if (now - Number(client.last_used_at ?? 0) >= touchEvery) void touch(needs, Number(client.id), now);
      const { ip, requestId, locale, t } = asking;
      return { id: Number(client.id), clientId, ip, requestId, locale, t };
    },
    async isWelcome(token, asking, scope) {
      try {
        await welcomed(needs, token, asking, scope);
        return true;
      } catch (error) {
        if (error instanceof Fault) return false;
        throw error;
      }
    },
  };
}

/** The client of a token, with its id; throws the Fault that says why it is not let in. */
async function welcomed(needs: Needs, token: string, asking: Asking, scope: string): Promise<[Row, string]> {
  const [clientId, secret] = splitToken(token);
  const rows = await findClient(needs, clientId);
  const now = needs.clock();
  const [client] = rows;
  if (!client || !isRight(rows, secret, now)) throw new Fault('signInNeeded');
  refuse(client, asking, scope, now);
  return [client, clientId];
}

/** `<clientId>.<secret>` */
function splitToken(token: string): [string, string] {
  const dot = token.indexOf('.');
  if (dot < 1) throw new Fault('signInNeeded');
  return [token.slice(0, dot), token.slice(dot + 1)];
}

/** The client once for each of its secrets. */
function findClient({ database }: Needs, clientId: string): Promise<Row[]> {
  return database.read
    .selectFrom('service_clients as c')
    .innerJoin('service_secrets as s', 's.client_id', 'c.id')
    .select([
      'c.id as id',
      'c.scopes as scopes',
      'c.ip_allowlist as ip_allowlist',
      'c.rate_per_minute as rate_per_minute',
      'c.last_used_at as last_used_at',
      'c.expires_at as expires_at',
      'c.status as status',
      's.hash as hash',
      's.expires_at as secret_expires_at',
    ])
    .where('c.client_id', '=', clientId)
    .execute();
}

function isRight(rows: readonly Row[], secret: string, now: number): boolean {
  const given = hashSecret(secret);
  return rows.some(
    ({ hash, secret_expires_at: end }) => isSameText(String(hash), given) && (end === null || Number(end) > now),
  );
}

const listOf = (written: unknown): string[] => (typeof written === 'string' ? (JSON.parse(written) as string[]) : []);

function refuse(client: Row, { ip }: Asking, scope: string, now: number): void {
  if (client.status !== 'enabled') throw new Fault('signInNeeded', { data: { state: client.status } });
  if (client.expires_at !== null && Number(client.expires_at) <= now)
    throw new Fault('signInNeeded', { data: { state: 'expired' } });
  if (!isAddressAllowed(ip, listOf(client.ip_allowlist))) throw new Fault('denied', { data: { address: ip } });
  const scopes = listOf(client.scopes);
  if (!scopes.includes('all') && !scopes.includes(scope)) throw new Fault('denied', { data: { scope } });
}

/** A full disk, or a busy database, keeps no service from calling. */
async function touch({ database, log }: Needs, id: number, now: number): Promise<void> {
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
