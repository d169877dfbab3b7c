import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BatchCall, bannedWord, type Client } from '@gantry/core';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Context, createContext } from '../context.ts';
import { runOnMany } from './run-on-many.ts';

let directory: string;
let context: Context;
let sent: BatchCall[];
const item = (id: number) => ({ id, code: 20000, message: '' });
const call = async (_path: string, body: unknown) => {
  const given = body as BatchCall;
  sent.push(given);
  return given.after === undefined
    ? { affected: 1, failed: 0, total: 2, next: 1, items: [item(1)] }
    : { affected: 1, failed: 0, total: 2, next: null, items: [item(2)] };
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-many-'));
  vi.stubEnv('GANTRY_CONFIG_DIR', directory);
  const own = await createContext(['--locale', 'en-US'], 'test');
  const client = { call } as unknown as Client;
  context = { ...own, note: () => undefined, client: async () => client, server: async () => 'http://a.test' };
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  sent = [];
});
const keysOf = () => readdirSync(join(directory, 'jobs'));
const disable: BatchCall = { action: 'disable', filters: {} };

it('leaves nothing behind when the question is answered with no', async () => {
  const refusal = new Error('no');
  await expect(runOnMany(context, bannedWord, disable, 1, () => Promise.reject(refusal), vi.fn())).rejects.toBe(
    refusal,
  );
  expect(keysOf()).toEqual([]);
});

it('tries each chunk once in a dry run, and asks nothing', async () => {
  const [ask, onWritten] = [vi.fn(), vi.fn()];
  await runOnMany(context, bannedWord, { ...disable, dryRun: true }, 4, ask, onWritten);
  expect(sent.map(({ after, dryRun }) => [after, dryRun])).toEqual([
    [undefined, true],
    [1, true],
  ]);
  expect([ask, onWritten].flatMap((spy) => spy.mock.calls)).toEqual([]);
});
