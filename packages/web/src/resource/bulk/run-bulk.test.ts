import type { BatchAnswer, BatchCall, CallOptions } from '@gantry/core';
import { expect, test } from 'vitest';
import { type BulkRun, isBulkEnded, retryFailures, runBulkStep, startBulk } from './run-bulk.ts';

/**
 * Creates a fake server with `count` records. Every tenth record fails, and a repeated idempotency key takes effect only once.
 */
function getServer(count: number) {
  const effects: number[] = [];
  const bodies: BatchCall[] = [];
  const stored = new Map<string, BatchAnswer>();
  const send = async (body: BatchCall, { idempotencyKey = '' }: CallOptions): Promise<BatchAnswer> => {
    bodies.push(body);
    const before = stored.get(idempotencyKey);
    if (before) return before;
    const all = 'ids' in body ? [...body.ids] : Array.from({ length: count }, (_, index) => index + 1);
    const matching = all.filter((id) => id > (body.after ?? 0));
    const taken = matching.slice(0, body.limit);
    effects.push(...taken);
    const items = taken.map((id) => ({ id, code: id % 10 === 0 ? 40902 : 20000, message: '' }));
    const failed = items.filter((item) => item.code !== 20000).length;
    const next = matching.length > taken.length ? (taken.at(-1) ?? null) : null;
    const answer = { affected: taken.length - failed, failed, items, next, total: all.length };
    stored.set(idempotencyKey, answer);
    return answer;
  };
  return { send, effects, bodies };
}

async function finish(run: BulkRun, send: ReturnType<typeof getServer>['send']): Promise<BulkRun> {
  let now = run;
  while (!isBulkEnded(now)) now = await runBulkStep(now, send);
  return now;
}

test('processes all matching records and collects each failure', async () => {
  const server = getServer(450);
  const run = await finish(startBulk('k', 'disable', { filters: {}, except: [] }), server.send);
  expect(run).toMatchObject({ calls: 3, done: 450, total: 450 });
  expect(run.failures.map((item) => item.id).slice(0, 3)).toEqual([10, 20, 30]);
  expect(server.effects).toHaveLength(450);
});

test('resumes an interrupted run, and a repeated call takes effect once', async () => {
  const server = getServer(450);
  const first = await runBulkStep(startBulk('k', 'disable', { filters: {} }), server.send);
  await runBulkStep(first, server.send);
  const stored = JSON.parse(JSON.stringify(first)) as BulkRun;
  const run = await finish(stored, server.send);
  expect(run.done).toBe(450);
  expect(server.effects).toHaveLength(450);
  expect(new Set(server.effects).size).toBe(450);
});

test('retries only the failed records', async () => {
  const server = getServer(100);
  const run = await finish(startBulk('a', 'disable', { filters: {} }, { note: 'x' }), server.send);
  await runBulkStep(retryFailures(run, 'b'), server.send);
  expect(server.bodies.at(-1)).toEqual({
    action: 'disable',
    ids: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
    limit: 200,
    params: { note: 'x' },
  });
});
