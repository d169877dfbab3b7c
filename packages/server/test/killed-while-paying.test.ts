import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServiceClient, ResponseError, type ServiceApiClient, type Transport } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase, serverDatabases } from './empty-database.ts';
import { firstAdmin, type RunningServer, startServer } from './server-process.ts';

/** Rounds of traffic that end with kill -9. `GANTRY_TEST_KILLS=30` runs the long version (ten minutes at 20 s each). */
const kills = Number(process.env.GANTRY_TEST_KILLS ?? 3);
const roundMs = process.env.GANTRY_TEST_KILLS === undefined ? 300 : 20_000;
/** Minimum number of payments before each kill. */
const paidInRound = 20;
const writers = 16;
const credit = 1_000_000;

const transport: Transport = async ({ url, body, headers }) => {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { ...headers },
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, body: await answer.text() };
};

/** What the platform received as confirmed: exactly this must not be lost. */
interface Acknowledged {
  readonly userId: number;
  charged: number;
  readonly captures: Map<string, number>;
}

describe.each(serverDatabases)('server on %s killed during payments', (kind) => {
  let data: string;
  let database: EmptyDatabase;
  let server: RunningServer;
  let credentials: { clientId: string; secret: string };
  let token: string;
  const people: Acknowledged[] = [];

  const start = () => startServer({ data, args: database.flags });
  const admin = (called: string, body: unknown) =>
    server.call(called, body, { token, headers: { 'idempotency-key': randomUUID() } });
  const api = (): ServiceApiClient =>
    createServiceClient({ baseUrl: server.url, transport, credentials, newKey: randomUUID });

  beforeAll(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'gantry-killed-'));
    database = await emptyDatabase(kind);
    server = await start();
    token = await server.firstAdmin();
    const made = await admin('/service-client/create', { name: 'k', scopes: ['all'], ratePerMinute: 10_000_000 });
    credentials = { clientId: String(made.data.clientId), secret: String(made.data.secret) };
    for (let n = 0; n < 4; n += 1) {
      const { userId } = await api().call('userRegister', { username: `payer-${n}` });
      const gift = { id: userId, asset: 'coin', amount: credit, reason: 'to be spent' };
      expect((await admin('/user/adjust-balance', gift)).code).toBe(20000);
      people.push({ userId, charged: 0, captures: new Map() });
    }
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
    rmSync(data, { recursive: true, force: true });
  });

  /** Repeats the call with the same key until it is answered, as a service does without a response. */
  async function callUntilAnswered<T>(call: (client: ServiceApiClient) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call(api());
      } catch (error) {
        const passes = error instanceof ResponseError && (error.code === null || error.code >= 50_000);
        if (!passes) throw error;
        await delay(100);
      }
    }
  }

  async function payUntil(over: () => boolean): Promise<void> {
    for (let n = 0; !over(); n += 1) {
      const person = people[n % people.length];
      if (!person) throw new Error('nobody pays');
      const { userId } = person;
      const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 7 } as const;
      const [holdKey, captureKey] = [randomUUID(), randomUUID()];
      const { holdNo } = await callUntilAnswered((client) => client.call('billingHold', use, holdKey));
      const settled = { holdNo, amount: 1 + (n % 7) };
      const { charged } = await callUntilAnswered((client) => client.call('billingCapture', settled, captureKey));
      person.charged += charged;
      person.captures.set(holdNo, charged);
    }
  }

  test(
    'loses nothing that it acknowledged, counts nothing twice, and its books are right',
    async () => {
      let over = false;
      const work = Promise.all(Array.from({ length: writers }, () => payUntil(() => over)));
      const paidSoFar = () => people.reduce((sum, { captures }) => sum + captures.size, 0);
      for (let round = 0; round < kills; round += 1) {
        const before = paidSoFar();
        await delay(roundMs);
        await expect.poll(paidSoFar, { timeout: 60_000 }).toBeGreaterThan(before + paidInRound);
        await server.stop('SIGKILL');
        server = await start();
      }
      const afterKills = paidSoFar();
      await expect.poll(paidSoFar, { timeout: 60_000 }).toBeGreaterThan(afterKills);
      over = true;
      await work;
      token = await server.signIn(firstAdmin.username, firstAdmin.password);
      const paid = paidSoFar();
      for (const { userId, charged } of people) {
        const { wallets } = await api().call('userGet', { userId });
        expect(wallets.coin).toEqual({ balance: credit - charged, held: 0 });
      }
      const verdict = await admin('/ledger/verify', {});
      expect(verdict.data).toMatchObject({ ok: true });
      const records = await admin('/usage-record/list', { pageSize: 1 });
      expect(records.data.total).toBe(Math.min(paid, 10_000));
    },
    120_000 + kills * (roundMs + 60_000),
  );
});
