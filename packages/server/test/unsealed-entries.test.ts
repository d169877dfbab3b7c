import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyDatabase, serverDatabases } from './empty-database.ts';
import { type RunningServer, runProgram, startServer } from './server-process.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

/** Returns the seals of the announcement entries, oldest first. */
async function listSeals(server: RunningServer, token: string): Promise<unknown[]> {
  const body = { filters: { resource: ['notice'] }, pageSize: 100 };
  const { data, message } = await server.insist('/audit-log/list', body, { token });
  if (!Array.isArray(data.items)) throw new Error(message);
  return (data.items as { seal: string }[]).map(({ seal }) => seal).reverse();
}

async function untilSealed(server: RunningServer, token: string, count: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const seals = await listSeals(server, token);
    expect(seals).toHaveLength(count);
    if (seals.every((seal) => seal === 'sealed')) return;
    if (tries > 100) throw new Error('an entry is not sealed');
    await delay(100);
  }
}

describe.each(serverDatabases)('server on %s killed between a commit and the audit seal', (kind) => {
  it('loses no entry, reports the unsealed ones, and seals them after the next start', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'gantry-unsealed-'));
    cleanups.push(() => rmSync(data, { recursive: true, force: true }));
    const database = await emptyDatabase(kind);
    cleanups.push(database.drop);
    const verify = () => runProgram(['audit', 'verify', '--data', data, ...database.flags]);
    let server = await startServer({ data, args: database.flags });
    const token = await server.firstAdmin();
    let made = 0;
    for (let isUnsealed = false; !isUnsealed; ) {
      // A busy machine may seal the entry before the signal arrives.
      if (made === 10) throw new Error('the server always sealed before it was killed');
      expect((await server.insist('/notice/create', { title: `n${made}`, content: 'x' }, { token })).code).toBe(20000);
      await server.stop('SIGKILL');
      made += 1;
      const verified = await verify();
      expect({ ...verified, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
      isUnsealed = verified.stdout.includes('not sealed yet');
      server = await startServer({ data, args: database.flags });
    }
    await untilSealed(server, token, made);
    await server.stop();
    const verified = await verify();
    expect(verified.code).toBe(0);
    expect(verified.stdout).not.toContain('not sealed yet');
  });
});

describe.each(serverDatabases.filter((kind) => kind === 'postgres'))('two servers on %s', (kind) => {
  it('seal the entries of a killed server', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gantry-unsealed-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const database = await emptyDatabase(kind);
    cleanups.push(database.drop);
    const first = await startServer({ data: folder, args: database.flags });
    const token = await first.firstAdmin();
    const second = await startServer({ data: folder, args: database.flags });
    cleanups.push(() => second.stop());
    for (const title of ['a', 'b', 'c'])
      expect((await first.insist('/notice/create', { title, content: 'x' }, { token })).code).toBe(20000);
    await first.stop('SIGKILL');
    await untilSealed(second, token, 3);
    expect((await second.insist('/audit-log/verify', {}, { token })).data).toMatchObject({ ok: true });
  });
});
