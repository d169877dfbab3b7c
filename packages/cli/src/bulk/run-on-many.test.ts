import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BatchCall,
  bannedWord,
  type CallOptions,
  type Client,
  getError,
  ResponseError,
  reactTo,
} from '@gantry/core';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Context, createContext } from '../context/context.ts';
import { exitCodes } from '../context/exit.ts';
import { type RunTexts, runOnMany } from './run-on-many.ts';

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
const getKeys = () => readdirSync(join(directory, 'jobs'));
const disable: BatchCall = { action: 'disable', filters: {} };
const texts = (confirmRun: RunTexts['confirmRun']): RunTexts => ({ confirmRun, previewRun: async () => [] });
const confirmed = texts(async () => undefined);

it('leaves no files when the confirmation is declined', async () => {
  const rejection = new Error('no');
  await expect(
    runOnMany(
      context,
      bannedWord,
      disable,
      1,
      texts(() => Promise.reject(rejection)),
      vi.fn(),
    ),
  ).rejects.toBe(rejection);
  expect(getKeys()).toEqual([]);
});

it('runs each chunk once in a dry run, without a confirmation', async () => {
  const [prompt, onWritten] = [vi.fn(), vi.fn()];
  await runOnMany(context, bannedWord, { ...disable, dryRun: true }, 4, texts(prompt), onWritten);
  expect(sent.map(({ after, dryRun }) => [after, dryRun])).toEqual([
    [undefined, true],
    [1, true],
  ]);
  expect([prompt, onWritten].flatMap((spy) => spy.mock.calls)).toEqual([]);
});

it('processes the matches of a filter in parallel, and resumes with the same records after an interruption', async () => {
  let isBroken = true;
  const bodies: BatchCall[] = [];
  const failing = async (path: string, body: unknown) => {
    const given = body as BatchCall;
    if ('filters' in given) return call(path, body);
    bodies.push(given);
    if (isBroken) throw new Error('gone');
    return { affected: 2, failed: 0, total: 2, next: null, items: given.ids.map(item) };
  };
  const own = { ...context, client: async () => ({ call: failing }) as unknown as Client };
  const run = (width: number) => runOnMany(own, bannedWord, disable, width, confirmed, vi.fn());
  await expect(run(4)).rejects.toThrow('gone');
  isBroken = false;
  await run(1);
  expect(bodies.map((body) => 'ids' in body && body.ids)).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(getKeys()).toEqual([]);
});

it('asks again with the confirmed number on resuming, or with the larger number that the filter matches now', async () => {
  let found = 2;
  const failing = async (_path: string, body: unknown) => {
    if (!(body as BatchCall).dryRun) throw new Error('gone');
    return { affected: 0, failed: 0, total: found, next: null, items: [] };
  };
  const own = { ...context, client: async () => ({ call: failing }) as unknown as Client };
  const prompt = vi.fn(async (_count: number) => undefined);
  const run = () => runOnMany(own, bannedWord, { ...disable, params: { count: 1 } }, 1, texts(prompt), vi.fn());
  for (found of [2, 1, 7]) await expect(run()).rejects.toThrow('gone');
  expect(prompt.mock.calls.map(([count]) => count)).toEqual([2, 2, 7]);
  rmSync(join(directory, 'jobs'), { recursive: true });
});

it('reports a job that another version interrupted, and starts it again afterwards', async () => {
  let answer: 'broken' | 'reused' | 'well' = 'broken';
  const keys: (string | undefined)[] = [];
  const versioned = async (path: string, body: unknown, options?: CallOptions) => {
    if ((body as BatchCall).dryRun || answer === 'well') return call(path, body);
    keys.push(options?.idempotencyKey);
    if (answer === 'broken') throw new Error('gone');
    const envelope = { code: getError('keyReused').code, message: 'reused', data: null };
    throw new ResponseError(reactTo(path, { httpStatus: 409, body: envelope }), 409, envelope, null);
  };
  const own = { ...context, client: async () => ({ call: versioned }) as unknown as Client };
  const run = () => runOnMany(own, bannedWord, disable, 1, confirmed, vi.fn());
  await expect(run()).rejects.toThrow('gone');
  answer = 'reused';
  await expect(run()).rejects.toMatchObject({ status: exitCodes.conflict, hint: expect.stringMatching(/start over/) });
  expect([keys[0], getKeys()]).toEqual([keys[1], []]);
  answer = 'well';
  await run();
});

it('runs without a journal when it cannot be stored, and says so', async () => {
  vi.stubEnv('GANTRY_CONFIG_DIR', '/dev/null/none');
  const note = vi.fn();
  await runOnMany({ ...context, note }, bannedWord, disable, 1, confirmed, vi.fn());
  vi.stubEnv('GANTRY_CONFIG_DIR', directory);
  expect(note.mock.calls.flat().join(' ')).toMatch(/Progress cannot be saved \(part of the path is not a folder\)/);
});
