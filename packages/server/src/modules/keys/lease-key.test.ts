import { randomUUID } from 'node:crypto';
import { ApiError, apiKey } from '@gantry/core';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { KeyRules } from './key-rules.ts';
import { drawKeys, expireLeases, type LeaseRequest, leaseKey, reportLease } from './lease-key.ts';

const rules: KeyRules = {
  disableOn: ['401'],
  coolOn: ['429'],
  coolFirst: 1000,
  coolMax: 1000,
  probeEvery: 1000,
  notify: false,
};
const options: LeaseRequest = {
  keyGroup: 'default',
  provider: null,
  model: null,
  exclude: [],
  clientId: null,
  capability: null,
  ttlMs: 1000,
};

describe.each(databaseKinds)('leases of keys on %s', (kind) => {
  let testDatabase: TestDatabase;
  let now = 1_000_000;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(kind);
  });
  afterAll(() => testDatabase.drop());
  afterEach(() =>
    testDatabase.database.transaction(async (tx) => {
      await tx.deleteFrom('api_keys').execute();
    }),
  );

  const clock = () => now;
  const addKey = (values: Readonly<Record<string, unknown>> = {}) =>
    testDatabase.database.transaction(async (tx) => {
      const row = createRow(
        apiKey,
        { name: randomUUID(), fingerprint: randomUUID(), ...values },
        { by: null, at: now },
      );
      const [id = 0] = await insertRecords(tx, testDatabase.database.dialect, apiKey, [row]);
      return id;
    });
  const lease = (more: Partial<LeaseRequest> = {}) =>
    testDatabase.database.transaction((tx) => leaseKey(tx, { ...options, ...more }, now));
  const report = (leaseNo: string, outcome: 'ok' | 'rateLimited' | 'auth' | 'server', more = {}) => {
    const said = { outcome, status: null, code: null, retryAfterMs: null, message: null, upstreamCost: 0, ...more };
    return testDatabase.database.transaction((tx) =>
      reportLease({ tx, database: testDatabase.database, clock, rules, day: '2026-01-01' }, { leaseNo, ...said }),
    );
  };
  const row = (id: number) =>
    testDatabase.database.read.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const open = async () => {
    const leases = testDatabase.database.read
      .selectFrom('key_leases')
      .select(({ fn }) => ['key_id', fn.countAll().as('open')]);
    const rows = await leases.where('status', '=', 'open').groupBy('key_id').execute();
    return new Map(rows.map(({ key_id, open }) => [key_id, Number(open)]));
  };
  const toApiError = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.problem : error),
    );

  it('never exceeds the concurrency limit of a key, however many leases are requested in parallel', async () => {
    const ids = [
      await addKey({ maxConcurrency: 3 }),
      await addKey({ maxConcurrency: 2 }),
      await addKey({ maxConcurrency: 1 }),
    ];
    const requested = await Promise.allSettled(Array.from({ length: 24 }, () => lease()));
    const given = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(given).toHaveLength(6);
    expect(
      new Set(requested.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiError).problem] : []))),
    ).toEqual(new Set(['noKey']));
    expect(await Promise.all(ids.map(async (id) => Number((await row(id)).in_flight)))).toEqual([3, 2, 1]);
    await Promise.all(given.map(({ no }) => report(no, 'ok')));
    expect(await Promise.all(ids.map(async (id) => Number((await row(id)).in_flight)))).toEqual([0, 0, 0]);
  });

  it('keeps the count of leases right through random histories of leases, reports and time', async () => {
    const availableAction = fc.constantFrom('lease', 'lease', 'ok', 'rateLimited', 'auth', 'server', 'wait', 'expire');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(availableAction, { maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
        const ids = [await addKey({ maxConcurrency: 2 }), await addKey({ maxConcurrency: 1, priority: 60 })];
        const held: string[] = [];
        const take = async () => {
          const given = await lease().catch((error: unknown) => {
            if (error instanceof ApiError) return null;
            throw error;
          });
          if (given) held.push(given.no);
        };
        for (const round of rounds) {
          await Promise.all(
            round.map((one) => {
              if (one === 'lease') return take();
              if (one === 'expire') return expireLeases(testDatabase.database, now);
              if (one === 'wait') {
                now += 600;
                return Promise.resolve();
              }
              const no = held.shift();
              return no === undefined ? Promise.resolve() : report(no, one);
            }),
          );
          const status = await open();
          for (const id of ids) {
            const key = await row(id);
            expect(Number(key.in_flight)).toBe(status.get(id) ?? 0);
            expect(Number(key.in_flight)).toBeLessThanOrEqual(key.max_concurrency);
          }
        }
        await testDatabase.database.transaction((tx) => tx.deleteFrom('api_keys').execute());
      }),
      { numRuns: kind === 'sqlite' ? 20 : 10 },
    );
  });

  it('uses a key that has capacity, serves the model, belongs to the group and was not tried', async () => {
    const first = await addKey({ priority: 10, models: ['m1'] });
    const second = await addKey({ priority: 20, keyGroup: 'other' });
    const third = await addKey({ priority: 30, provider: 'qwen' });
    const getId = async (more: Partial<LeaseRequest>) => (await lease(more)).key.id;
    expect(await getId({ model: 'm1' })).toBe(first);
    expect(await getId({ model: 'm2' })).toBe(third);
    expect(await getId({ keyGroup: 'other' })).toBe(second);
    expect(await getId({ keyGroup: null, provider: 'qwen' })).toBe(third);
    expect(await getId({ model: 'm1', exclude: [first] })).toBe(third);
    expect(await toApiError(lease({ keyGroup: 'nobody' }))).toBe('noKey');
  });

  it('expires automatically, and still accepts a late report', async () => {
    const id = await addKey();
    const { no } = await lease();
    now += 1000;
    expect(await expireLeases(testDatabase.database, now)).toBe(1);
    expect(Number((await row(id)).in_flight)).toBe(0);
    expect(await report(no, 'rateLimited', { status: 429 })).toEqual({ keyId: id, state: 'cooling' });
    expect(await row(id)).toMatchObject({ status: 'cooling', in_flight: 0, last_error_code: '429' });
    expect(await toApiError(report(no, 'ok'))).toBe('stateConflict');
    expect(await toApiError(report('L0', 'ok'))).toBe('notFound');
  });

  it('exhausts a key for the day when its cost reaches the cap', async () => {
    const id = await addKey({ dailyCostCap: 100 });
    expect((await report((await lease()).no, 'ok', { upstreamCost: 60 })).state).toBe('active');
    expect((await report((await lease()).no, 'ok', { upstreamCost: 60 })).state).toBe('exhausted');
    expect(await row(id)).toMatchObject({ cost_today: 120, cost_day: '2026-01-01' });
    expect(await toApiError(lease())).toBe('noKey');
  });

  it('records an append-only event for each change of state', async () => {
    const id = await addKey();
    await report((await lease()).no, 'auth', { status: 401, message: 'no' });
    const events = await testDatabase.database.read
      .selectFrom('api_key_events')
      .selectAll()
      .where('key_id', '=', id)
      .execute();
    expect(events).toMatchObject([
      { from_state: 'active', to_state: 'autoDisabled', cause: 'report', code: '401', message: 'no' },
    ]);
    const tries = [
      testDatabase.database.transaction((tx) => tx.updateTable('api_key_events').set({ code: 'x' }).execute()),
      testDatabase.database.transaction((tx) => tx.deleteFrom('api_key_events').execute()),
    ];
    for (const one of await Promise.allSettled(tries)) expect(one.status).toBe('rejected');
  });
});

describe('keys of one priority', () => {
  it('draws keys by their weights, and uses a lower priority only after all keys of a higher one', () => {
    const keys = [
      { id: 1, priority: 10, weight: 100 },
      { id: 2, priority: 10, weight: 300 },
      { id: 3, priority: 20, weight: 900 },
    ];
    let seed = 1;
    const draw = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const first = new Map<unknown, number>();
    for (let n = 0; n < 4000; n += 1) {
      const order = drawKeys(keys, draw).map(({ id }) => id);
      expect(order[2]).toBe(3);
      first.set(order[0], (first.get(order[0]) ?? 0) + 1);
    }
    expect((first.get(2) ?? 0) / 4000).toBeCloseTo(0.75, 1);
  });
});
