import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningServer } from '../../server/test/server-process.ts';
import { ownPassword, type Platform } from './platform.ts';

/** What was done, and what failed. */
export interface Traffic {
  done: number;
  /** Calls that were rejected with a retry time. */
  rejected: number;
  readonly failures: Map<string, number>;
}

/** The pause between two actions of a user, in ms. */
const pauseMs = 900;
/** Every nth action is to sign out and in again. */
const signInEvery = 40;

type Ask = (
  path: string,
  body: object,
  token: string,
  key?: string,
) => Promise<Readonly<Record<string, unknown>> | null>;

function requester(server: RunningServer, traffic: Traffic): Ask {
  const failed = (what: string) => {
    traffic.failures.set(what, (traffic.failures.get(what) ?? 0) + 1);
    return null;
  };
  return async (path, body, token, key) => {
    const url = `${server.url}/api/v1${path}`;
    const keyed = key === undefined ? {} : { 'idempotency-key': key };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...keyed };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
    if (answer === null) return failed(`${path} without an answer`);
    const { data } = (await answer.json()) as { readonly data: Readonly<Record<string, unknown>> };
    if (answer.status === 503 || answer.status === 429) traffic.rejected += 1;
    else if (answer.status !== 200) return failed(`${path} ${answer.status}`);
    else traffic.done += 1;
    return answer.status === 200 ? data : null;
  };
}

/** Signs in, and repeats it while the server is busy. */
async function signIn(prompt: Ask, username: string, over: () => boolean): Promise<string> {
  for (;;) {
    const session = await prompt('/admin/login', { username, password: ownPassword }, '');
    if (session !== null || over()) return String(session?.token);
    await delay(pauseMs);
  }
}

/** Uses the platform: reads a balance, then captures or releases a hold. */
async function use(prompt: Ask, token: string, userId: number, n: number): Promise<void> {
  const held = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 5 };
  await prompt('/service/user/get', { userId }, token);
  const hold = await prompt('/service/billing/hold', held, token, randomUUID());
  if (hold === null) return;
  const { holdNo } = hold;
  if (n % 8 === 0) await prompt('/service/billing/release', { holdNo }, token, randomUUID());
  else await prompt('/service/billing/capture', { holdNo, amount: 1 + (n % 5) }, token, randomUUID());
}

/** Works at the console: reads lists and reports, and creates, edits and deletes a word. */
async function work(prompt: Ask, token: string, n: number): Promise<void> {
  const lists = ['/user/list', '/usage-record/list', '/ledger-entry/list', '/audit-log/list', '/order/list'];
  await prompt(`/admin${lists[n % lists.length]}`, { pageSize: 20 }, token);
  if (n % 3 === 0) await prompt('/admin/usage-record/report', { by: ['day', 'user'], range: 'last-7d' }, token);
  if (n % 4 !== 0) return;
  const word = { word: `w-${randomUUID()}`, category: 'ad' };
  const made = await prompt('/admin/banned-word/create', word, token, randomUUID());
  if (made === null) return;
  const { id, version } = made;
  const changed = await prompt('/admin/banned-word/update', { id, version, remark: 'seen' }, token, randomUUID());
  if (changed) await prompt('/admin/banned-word/delete', { id, version: changed.version }, token, randomUUID());
}

/** Simulates users of the platform and of its console until `over` returns true. */
export async function keepBusy(
  server: RunningServer,
  { userIds, service, tokens, usernames }: Platform,
  over: () => boolean,
  traffic: Traffic,
): Promise<void> {
  const prompt = requester(server, traffic);
  const secret = `${service.clientId}.${service.secret}`;
  const user = async (userId: number, at: number) => {
    for (let n = at; !over(); n += 1) {
      await use(prompt, secret, userId, n);
      await delay(pauseMs);
    }
  };
  const colleague = async (first: string, at: number) => {
    let token = first;
    for (let n = 1; !over(); n += 1) {
      await work(prompt, token, n + at);
      const username = usernames[at];
      if (username !== null && username !== undefined && (n + at) % signInEvery === 0) {
        await prompt('/admin/logout', {}, token);
        token = await signIn(prompt, username, over);
      }
      await delay(pauseMs);
    }
  };
  await Promise.all([...userIds.map(user), ...tokens.map(colleague)]);
}
