import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { createServiceHarness, type ServiceHarness } from './service-harness.ts';
import { databaseKinds } from './test-database.ts';

let harness: ServiceHarness;
afterEach(() => harness.drop());

/** Returns the statements of a call after several runs, without the start and end of its transactions. */
async function getStatements(call: () => Promise<unknown>): Promise<string[]> {
  const runs: string[][] = [];
  for (let run = 0; run < 6; run += 1) {
    const before = harness.statements.length;
    await call();
    runs.push(harness.statements.slice(before).filter((text) => !/^(begin|commit|start transaction)/.test(text)));
  }
  // Background work and cache refreshes only add statements, so the shortest run counts.
  return runs.sort((one, other) => one.length - other.length)[0] ?? [];
}

/**
 * Maximum statements of each call, and of a hold with its capture. SQLite has no statement that writes to several tables; a
 * statement there is a function call and not a round trip. A model with an hourly limit needs two more, or three on PostgreSQL,
 * because each use is counted.
 */
const bounds = {
  sqlite: { list: 2, create: 7, pair: 19, pairOfModel: 19, userGet: 4, textCheck: 1 },
  postgres: { list: 2, create: 6, pair: 10, pairOfModel: 10, userGet: 4, textCheck: 1 },
} as const;

describe.each(databaseKinds)('statements per call on %s', (kind) => {
  it("are limited to the call's own rows: callers, models and rules come from caches", async () => {
    harness = await createServiceHarness(kind);
    const { changes } = harness.foundation.database;
    changes.listen();
    await expect.poll(() => changes.isLive()).toBe(true);
    const { clientId, secret } = await harness.newClient({ ratePerMinute: 100_000 });
    const insist = async (path: string, body: unknown) => {
      const answer = await harness.service(path, body, `${clientId}.${secret}`);
      expect(answer.code, JSON.stringify(answer)).toBe(20_000);
      return answer.data;
    };
    const { userId } = await insist('/user/register', { username: 'payer' });
    const gift = { id: userId, asset: 'coin', amount: 1_000, reason: 'to be spent' };
    expect((await harness.admin('/user/adjust-balance', gift)).code).toBe(20_000);
    const model = await harness.admin('/ai-model/create', { name: 'a model', code: 'a-model', ratePerHour: 0 });
    expect(model.code, JSON.stringify(model)).toBe(20_000);
    const pay = async (of: { readonly modelId?: unknown } = {}) => {
      const use = { userId, requestId: randomUUID(), capability: 'chat', asset: 'coin', amount: 5, ...of };
      const { holdNo } = await insist('/billing/hold', use);
      expect(await insist('/billing/capture', { holdNo, amount: 3, usage: of })).toMatchObject({ charged: 3 });
    };
    const found = {
      list: await getStatements(() => harness.admin('/chat-message/list', { pageSize: 20 })),
      create: await getStatements(() => harness.admin('/allow-word/create', { phrase: randomUUID() })),
      pair: await getStatements(() => pay()),
      pairOfModel: await getStatements(() => pay({ modelId: model.data.id })),
      userGet: await getStatements(() => insist('/user/get', { userId })),
      textCheck: await getStatements(() => insist('/text/check', { text: 'hello world' })),
    };
    for (const [name, most] of Object.entries(bounds[kind])) {
      const run = found[name as keyof typeof found];
      expect(run.length, `${name}:\n${run.join('\n')}`).toBeLessThanOrEqual(most);
    }
  });
});
