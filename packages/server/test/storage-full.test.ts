import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { firstAdmin, runProgram, startServer } from './server-process.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gantry-disk-'));
const mebibyte = 1024 * 1024;

/** The code of a server that is too busy. */
const busy = 50300;

const disk = { make: 'mount', drop: 'umount' };

/** A small separate disk, which only root on Linux can create; elsewhere its tests are skipped. */
function smallDisks(): string[] {
  try {
    execFileSync(disk.make, ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', folder], { stdio: 'ignore' });
    return [folder];
  } catch {
    rmdirSync(folder);
    return [];
  }
}

test('reports a disk with space as ready, and has its reserve', async () => {
  const server = await startServer();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(statSync(path.join(server.data, 'reserve')).size).toBe(16 * mebibyte);
  await server.stop();
});

describe.each(smallDisks())('full disk', () => {
  afterAll(() => {
    execFileSync(disk.drop, ['-l', folder]);
    rmdirSync(folder);
  });

  test('rejects writes immediately, allows reading, signing in and deleting, and recovers without a restart', async () => {
    const server = await startServer({ data: folder });
    try {
      const token = await server.firstAdmin();
      const create = () => server.call('/notice/create', { title: 'n', content: 'x'.repeat(30_000) }, { token });
      expect((await create()).code).toBe(20000);
      const { bavail, bsize } = statfsSync(folder);
      const filler = path.join(folder, 'filler');
      writeFileSync(filler, Buffer.alloc(bavail * bsize - mebibyte / 4));

      const codes: number[] = [];
      for (let n = 0; n < 60; n++) {
        const begun = performance.now();
        const { code, status } = await create();
        if (code === busy) continue;
        codes.push(code);
        if (code !== 20000) expect({ code, status }).toEqual({ code: 50700, status: 507 });
        expect(performance.now() - begun).toBeLessThan(10_000);
      }
      expect(codes.at(-1)).toBe(50700);

      const list = await server.call('/notice/list', {}, { token });
      expect(list.code).toBe(20000);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      const again = await server.signIn(firstAdmin.username, firstAdmin.password);
      const [first] = list.data.items as { id: number; version: number }[];
      expect(
        (await server.call('/notice/delete', { id: first?.id, version: first?.version }, { token: again })).code,
      ).toBe(20000);
      expect((await create()).code).toBe(50700);

      rmSync(filler);
      await expect.poll(async () => (await create()).code, { interval: 300 }).toBe(20000);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      expect((await server.stop()).code).toBe(0);
      expect((await runProgram(['audit', 'verify', '--data', folder])).code).toBe(0);
    } finally {
      await server.stop('SIGKILL');
    }
  }, 120_000);
});

const tracer = 'strace';
/** Without the right to trace processes, the tests with a failing disk are skipped. */
function failingDisks(): string[] {
  return spawnSync(tracer, ['-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0 ? [tracer] : [];
}

const syncs = 'fsync,fdatasync';

/** Traces the sync calls of a process with additional options, until it is killed. */
async function traceSyncs(pid: number, args: readonly string[]): Promise<ChildProcess> {
  const flags = ['-f', '-p', String(pid), '-e', `trace=${syncs}`, ...args];
  const child = spawn(tracer, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = async () => String((await once(child.stderr, 'data'))[0]);
  while (!(await said()).includes('attached'));
  child.stderr.resume();
  return child;
}

async function endOf(tracing: ChildProcess): Promise<void> {
  tracing.kill();
  await once(tracing, 'exit');
}

/** Makes every later sync of the process fail with an I/O error. */
const failSyncs = (pid: number) => traceSyncs(pid, ['-e', `inject=${syncs}:error=EIO`]);

/** Counts the sync calls of a process during the work. */
async function syncsDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gantry-syncs-'));
  try {
    const file = path.join(folder, 'calls');
    const tracing = await traceSyncs(pid, ['-o', file]);
    await work().finally(() => endOf(tracing));
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /f(data)?sync\(.*= 0$/.test(line)).length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each(failingDisks())(
  'a write is on the disk before it is told; one that fails to get there is no success, and asking again has one effect (by %s)',
  async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'gantry-sync-'));
    let server = await startServer({ data });
    try {
      let token = await server.firstAdmin();
      const [first, lost, cut] = [randomUUID(), randomUUID(), randomUUID()];
      const create = (key: string) => {
        const options = { token, headers: { 'idempotency-key': key } };
        return server.call('/notice/create', { title: `of ${key}`, content: 'x' }, options);
      };
      const stored = async () => (await server.call('/notice/list', {}, { token })).data.total;
      expect((await create(first)).code).toBe(20_000);
      const before = Number(await stored());
      const acknowledged = 20;
      const waited = await syncsDuring(server.pid, async () => {
        for (let n = 0; n < acknowledged; n += 1) expect((await create(randomUUID())).code).toBe(20_000);
      });
      expect(waited).toBeGreaterThanOrEqual(acknowledged);
      expect(await stored()).toBe(before + acknowledged);
      const failing = await failSyncs(server.pid);
      for (const key of [lost, cut]) expect((await create(key).catch(() => null))?.code).not.toBe(20_000);
      await endOf(failing);
      // After a disk failure the server accepts writes again once a write succeeds.
      await expect.poll(async () => (await create(lost)).code, { interval: 300 }).toBe(20_000);
      expect((await create(lost)).code).toBe(20_000);
      expect(await stored()).toBe(before + acknowledged + 1);
      await server.stop('SIGKILL');
      server = await startServer({ data });
      token = await server.signIn(firstAdmin.username, firstAdmin.password);
      for (const key of [first, lost, cut, cut]) expect((await create(key)).code).toBe(20_000);
      expect(await stored()).toBe(before + acknowledged + 2);
    } finally {
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    }
  },
);
