import { randomUUID } from 'node:crypto';
import { requestText } from '../../server/test/open-loop.ts';
import type { RunningServer } from '../../server/test/server-process.ts';

/** A platform in use: users who pay, its service client, and admins at the console. */
export interface Platform {
  readonly userIds: readonly number[];
  readonly service: { readonly clientId: string; readonly secret: string };
  /** Console sessions of different admins, and their usernames; null is the first admin. */
  readonly tokens: readonly string[];
  readonly usernames: readonly (string | null)[];
}

const first = 'a-first-password-of-theirs-4';
export const ownPassword = 'tundra-violet-29-harbor-kite';
const credit = 1_000_000;

/** Creates an admin with their own password, signed in to the console. */
async function addColleague(server: RunningServer, token: string, username: string): Promise<string> {
  const made = await server.insist(
    '/admin/create',
    { username, password: first, name: username, role: 'admin', permissionSet: ['all'] },
    { token },
  );
  if (made.code !== 20_000) throw new Error(`${username} was not made: ${made.text}`);
  const begun = await server.signIn(username, first);
  const changed = await server.insist('/password/change', { current: first, next: ownPassword }, { token: begun });
  if (changed.code !== 20_000) throw new Error(`${username} kept the first password: ${changed.text}`);
  return server.signIn(username, ownPassword);
}

/** Fills an empty platform. */
export async function openPlatform(server: RunningServer, people: number, colleagues: number): Promise<Platform> {
  const token = await server.firstAdmin();
  const call = async (path: string, body: unknown) => {
    const answer = await server.insist(path, body, { token, headers: { 'idempotency-key': randomUUID() } });
    if (answer.code !== 20_000) throw new Error(`${path}: ${answer.text}`);
    return answer.data;
  };
  const made = await call('/service-client/create', { name: 'load', scopes: ['all'], ratePerMinute: 10_000_000 });
  const userIds: number[] = [];
  for (let n = 0; n < people; n += 1) {
    const { id } = await call('/user/create', { username: `person-${n}` });
    await call('/user/adjust-balance', { id, asset: 'coin', amount: credit, reason: 'to be spent' });
    userIds.push(Number(id));
  }
  const tokens = [token];
  const usernames = [null, ...Array.from({ length: colleagues - 1 }, (_, at) => `colleague-${at + 1}`)];
  for (const username of usernames) if (username !== null) tokens.push(await addColleague(server, token, username));
  return { userIds, tokens, usernames, service: { clientId: String(made.clientId), secret: String(made.secret) } };
}

/** Returns requests in a cycle of ten: five reads and three holds of the service, and two pages of the console. */
export function mixedRequests({ userIds, tokens, service }: Platform): () => string {
  const bearer = { authorization: `Bearer ${service.clientId}.${service.secret}` };
  let n = 0;
  return () => {
    n += 1;
    const userId = userIds[n % userIds.length] ?? 0;
    const kind = n % 10;
    if (kind < 5) return requestText('/api/v1/service/user/get', { userId }, bearer);
    if (kind >= 8) {
      const authorization = `Bearer ${tokens[(n >> 1) % tokens.length]}`;
      return requestText('/api/v1/admin/user/list', { pageSize: 20 }, { authorization });
    }
    const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 1 };
    return requestText('/api/v1/service/billing/hold', use, { ...bearer, 'idempotency-key': use.requestId });
  };
}
