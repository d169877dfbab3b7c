import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstAdmin, type RunningServer, runProgram, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';

let server: RunningServer;
let gantry: Gantry;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-data-'));
  server = await startServer({ data: path.join(folder, 'one') });
  gantry = newGantry({ GANTRY_SERVER: server.url, GANTRY_TOKEN: await server.firstAdmin() });
});
afterAll(async () => {
  await server?.stop();
  if (gantry) rmSync(gantry.directory, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

const readKey = (data: string) => readFileSync(path.join(data, 'master.key'), 'utf8').trim();

/** The record of a job after it has finished. */
async function waitForJob(id: number): Promise<Record<string, unknown>> {
  for (let left = 300; ; left -= 1) {
    const { stdout } = await gantry.run(['background-job', 'get', String(id), '-o', 'json']);
    const job = JSON.parse(stdout) as Record<string, unknown>;
    if (job.status !== 'queued' && job.status !== 'running') return job;
    if (left === 0) throw new Error(`job ${id} did not end: ${stdout}`);
    await delay(200);
  }
}

async function start(...words: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await gantry.run([...words, '-o', 'json', '--yes']);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return waitForJob(Number((JSON.parse(stdout) as { job: number }).job));
}

test('a backup is created, downloaded, and restored on another host', async () => {
  expect(await start('backup', 'create')).toMatchObject({ status: 'succeeded' });
  const { data } = await server.call('/backup/list', {}, { token: gantry.env.GANTRY_TOKEN ?? null });
  const [backup] = data.items as { id: number; status: string; size: number }[];
  expect(backup).toMatchObject({ status: 'ready' });
  await server.call('/step-up', { password: firstAdmin.password }, { token: gantry.env.GANTRY_TOKEN ?? null });
  const file = path.join(folder, 'copy.gantry');
  const taken = await gantry.run(['backup', 'download', String(backup?.id), file]);
  expect([taken.code, statSync(file).size, statSync(file).mode & 0o777]).toEqual([0, backup?.size, 0o600]);
  const env = { GANTRY_MASTER_KEY: readKey(path.join(folder, 'one')) };
  const other = ['--data', path.join(folder, 'two')];
  expect(await runProgram(['restore', file, ...other], '', env)).toMatchObject({ code: 0 });
  expect((await runProgram(['audit', 'verify', ...other], '', env)).code).toBe(0);
});

test('a deletion shows how much it would delete before anything is deleted', async () => {
  const { code, stdout } = await gantry.run(['dataset', 'preview-retention']);
  expect(code).toBe(0);
  expect(stdout).toContain('Usage records');
  expect(stdout).toContain('400');
  expect(await start('dataset', 'run-retention')).toMatchObject({ status: 'succeeded', result: { finished: true } });
});

test('a settings test that fails exits with status 1', async () => {
  const tried = await gantry.run(['config', 'test', 'mail', 'connect']);
  expect([tried.code, tried.stdout]).toEqual([1, expect.stringContaining('Not configured')]);
  const unknown = await gantry.run(['config', 'test', 'mail', 'explode']);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('mail send')]);
});

test('a list setting accepts several arguments, JSON, and adding or removing one item', async () => {
  const set = async (...words: string[]) => (await gantry.run(['config', 'set', ...words])).code;
  const ways = async () => JSON.parse((await gantry.run(['config', 'get', 'register.ways', '--json'])).stdout);
  expect([await set('register.ways', 'email', 'phone'), await ways()]).toEqual([0, ['email', 'phone']]);
  expect([await set('register.ways', 'username', 'email', '--add'), await ways()]).toEqual([
    0,
    ['email', 'phone', 'username'],
  ]);
  expect([await set('register.ways', 'phone', '--remove'), await ways()]).toEqual([0, ['email', 'username']]);
  expect([await set('register.ways', '["phone"]'), await ways()]).toEqual([0, ['phone']]);
  expect([await set('register.ways', 'pigeon', '--add'), await ways()]).toEqual([2, ['phone']]);
  expect(await set('site.timezone', 'UTC', '--add')).toBe(2);
  const welcome = await gantry.run(['config', 'set', 'home.welcome', '-'], '# Welcome\n\nto all\n');
  expect([welcome.code, (await gantry.run(['config', 'get', 'home.welcome'])).stdout]).toEqual([
    0,
    '# Welcome\n\nto all\n',
  ]);
});
