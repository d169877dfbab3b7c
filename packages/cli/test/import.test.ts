import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getResourcePath, kebab } from '@gantry/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { importCaseFile, importCases } from '../../core/test/import-cases.ts';
import { type Gantry, program } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

let space: SignedIn;
let gantry: Gantry;

beforeAll(async () => {
  space = await signedIn();
  ({ gantry } = space);
});
afterAll(() => space.close());

const file = (name: string, text: string | Uint8Array) => {
  const place = path.join(gantry.directory, name);
  writeFileSync(place, text);
  return place;
};
interface Passing {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A user whose calls pass through a proxy that the test controls. */
async function createProxiedUser(
  handle: (call: Passing, pass: () => Promise<void>, reject: () => void) => Promise<void>,
) {
  const between = createServer(async (request, response) => {
    // The site configuration is requested as well, without a token.
    if (request.method === 'GET') return void response.writeHead(404).end();
    const body = Buffer.concat(await request.toArray());
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const headers = { 'content-type': 'application/json', authorization };
    const keyed = key ? { ...headers, 'idempotency-key': String(key) } : headers;
    const pass = async () => {
      const passed = await fetch(`${space.server.url}${request.url}`, { method: 'POST', headers: keyed, body });
      response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
    };
    const reject = () => void response.writeHead(429, { 'retry-after': '0.2' }).end('{"code":42900}');
    await handle({ key: String(key), body: JSON.parse(String(body)) }, pass, reject);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => void between.close());
  const { port } = between.address() as AddressInfo;
  return gantry.another({ GANTRY_TOKEN: space.token, GANTRY_SERVER: `http://127.0.0.1:${port}` });
}

const total = async (keyword: string) =>
  JSON.parse((await gantry.run(['banned-word', 'list', '--keyword', keyword, '--json', '--limit', '1'])).stdout).total;

describe('gantry banned-word import', () => {
  it('reports every invalid line with its number and reason, and imports the others', async () => {
    const words = file(
      'mixed.csv',
      '\ufeffword,level,match\r\ngood-one,3,contains\n,2,contains\rgood-two,7,contains\ngood-three,1,regex\n(a+)+(,3,regex\nshort\ngood-one,3,contains\n',
    );
    const errors = path.join(gantry.directory, 'bad.csv');
    const done = await gantry.run(['banned-word', 'import', words, '--json', '--errors', errors]);
    expect(done.code).toBe(3);
    const report = JSON.parse(done.stdout);
    expect(report).toMatchObject({ rows: 7, created: 2, failed: 5 });
    expect(report.errors.map((row: { line: number }) => row.line)).toEqual([3, 4, 6, 7, 8]);
    expect(done.stderr).toContain('line 4: Level must be one of');
    expect(statSync(errors).mode & 0o777).toBe(0o600);
    const mended = readFileSync(errors, 'utf8').replaceAll(',7,', ',2,').replace(',(a+)+(,', ',spam[0-9]+,');
    const stored = await gantry.run(['banned-word', 'import', file('mended.csv', mended), '--json']);
    expect([stored.code, stored.stderr.includes('#line')]).toEqual([3, false]);
    expect(JSON.parse(stored.stdout)).toMatchObject({ rows: 5, created: 2, failed: 3 });
    const odd = ['banned-word', 'import', words, '--errors', path.join(gantry.directory, 'bad.ndjson')];
    expect(await gantry.run(odd)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in their original format (csv)'),
    });
  });

  it('reads times in the time zone of the site, and rejects those that do not exist', async () => {
    const utc = gantry.another({ TZ: 'UTC', GANTRY_TOKEN: space.token, GANTRY_SERVER: space.server.url });
    const times = file(
      'times.csv',
      'title,content,startAt\nclock,text,2026-12-01 09:00\nday,text,2026-12-01\nslash,text,2026/12/1 9:00\nno,text,2026-11-31 09:00\n',
    );
    const done = await utc.run(['notice', 'import', times]);
    expect([done.stderr, done.code]).toEqual([expect.stringMatching(/line 5: .*a date such as 2026-12-01/), 3]);
    const listed = await utc.run([
      'notice',
      'list',
      '-w',
      'startAt=2026-12-01',
      '--json=title,startAt',
      '--sort',
      'id',
    ]);
    expect(JSON.parse(listed.stdout).items).toEqual([
      { title: 'clock', startAt: Date.UTC(2026, 11, 1, 1) },
      { title: 'day', startAt: Date.UTC(2026, 10, 30, 16) },
      { title: 'slash', startAt: Date.UTC(2026, 11, 1, 1) },
    ]);
    const client = ['service-client', 'create', '--name', 't1', '--scopes', 'user', '--expires-at', '2027-02-30 10:00'];
    const rejected = await utc.run(client);
    expect([rejected.code, rejected.stderr]).toEqual([2, expect.stringContaining('--expires-at')]);
  });

  it('prints the header for a new file, and reports columns that are not fields', async () => {
    const { stdout } = await gantry.run(['banned-word', 'import', '--template']);
    expect(stdout).toMatch(/^word,match,category,.*\n$/);
    const blank = await gantry.run(['banned-word', 'import', '-', '--json'], '\ufeff \n');
    expect(blank).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('the content is empty') });
    const odd = file('odd.csv', 'id,word,colour\n1,odd-one,red\n');
    const done = await gantry.run(['banned-word', 'import', odd, '--dry-run']);
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('Columns not used: colour\n')]);
    expect((await gantry.run(['banned-word', 'import'])).code).toBe(2);
  });

  it('reads GB 18030 and says so, and rejects files that are not text', async () => {
    // word,level and 赌站,2 in GB 18030.
    const chinese = Buffer.from('776f72642c6c6576656c0d0ab6c4d5be2c320d0a', 'hex');
    const reported = await gantry.run(['banned-word', 'import', file('gb.csv', chinese), '--json']);
    expect([reported.code, reported.stderr]).toEqual([0, expect.stringContaining('The file is read as GB18030')]);
    const marked = Buffer.from('\ufeffword,level\n赌站二,2\n', 'utf16le');
    expect((await gantry.run(['banned-word', 'import', file('u16.csv', marked)])).code).toBe(0);
    expect(await total('赌站')).toBe(2);
    // UTF-8 that is cut within a character. Read as GB 18030, it would give other characters.
    const cut = Buffer.from('word\n赌站很多\n赌').subarray(0, -1);
    for (const bytes of ['PK\u0003\u0004\u0000\u0000', 'word\n\u0000x\n', 'word,level\n"open,2\n', cut])
      expect(await gantry.run(['banned-word', 'import', file('odd.csv', bytes)])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(
          /^Cannot read the file: (it is not UTF-8|the workbook is damaged|the quotation mark on line 2)/,
        ),
      });
  });

  it('rejects an export to a file with the extension of another format', async () => {
    for (const [name, ending] of [
      ['words.md.zip', '.md.zip'],
      ['words.pdf', '.pdf'],
    ] as const) {
      const target = path.join(gantry.directory, name);
      const rejected = await gantry.run(['banned-word', 'export', target]);
      expect(rejected).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(`“${ending}”`) });
      expect(rejected.stderr).toContain('.csv .xlsx .ndjson');
      expect(existsSync(target)).toBe(false);
    }
    const chosen = path.join(gantry.directory, 'words.txt');
    expect((await gantry.run(['banned-word', 'export', chosen, '--format', 'csv'])).code).toBe(0);
    expect(existsSync(chosen)).toBe(true);
  });

  it('imports an exported workbook, and rejects a corrupted one', async () => {
    await gantry.run(['banned-word', 'import', file('packed.txt', 'packed-one\npacked-two\n')]);
    const sheet = path.join(gantry.directory, 'packed.xlsx');
    await gantry.run(['banned-word', 'export', sheet, '--keyword', 'packed-']);
    const bytes = readFileSync(sheet);
    const taken = await gantry.run(['banned-word', 'import', sheet, '--on-conflict', 'skip', '--json']);
    expect(JSON.parse(taken.stdout)).toMatchObject({ created: 0, skipped: 2 });
    const entry = Buffer.from([0x50, 0x4b, 1, 2]);
    for (let at = bytes.indexOf(entry); at >= 0; at = bytes.indexOf(entry, at + 1))
      bytes.writeUInt8(bytes.readUInt8(at + 16) ^ 1, at + 16);
    const damaged = await gantry.run(['banned-word', 'import', file('damaged.xlsx', bytes), '--on-conflict', 'skip']);
    expect(damaged).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('the workbook is damaged') });
    const text = await gantry.run(['banned-word', 'import', file('text.csv', 'word\npacked-3\n'), '--format', 'xlsx']);
    expect(text).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('the workbook is damaged') });
    expect(await total('packed-')).toBe(2);
  });

  it('uses --set for values that rows do not have, and explains the choices', async () => {
    const words = file('set.csv', 'word,match\nset-one,\nset-two,exact\n');
    const done = await gantry.run(['banned-word', 'import', words, '--set', 'match=contains', '--set', 'category=ad']);
    expect(done.code).toBe(0);
    const list = await gantry.run(['banned-word', 'list', '--keyword', 'set-', '--json=word,match,category']);
    expect(JSON.parse(list.stdout).items).toEqual([
      { word: 'set-two', match: 'exact', category: 'ad' },
      { word: 'set-one', match: 'contains', category: 'ad' },
    ]);
    const wrong = await gantry.run(['banned-word', 'import', words, '--set', 'match=whole']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('auto, contains, exact, regex, pinyin');
    const help = await gantry.run(['banned-word', 'import', '--help', '--locale', 'en-US']);
    expect(help.stdout.replace(/\s+/g, ' ')).toContain('gin does not match plugin');
  });

  it('changes nothing in a dry run', async () => {
    const done = await gantry.run(['banned-word', 'import', file('dry.txt', 'dry-a\ndry-b\n'), '--dry-run', '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({ rows: 2, created: 2 });
    expect(done.stderr).toContain('nothing was written');
    expect(await total('dry')).toBe(0);
  });

  it('exits with 2 when no line was accepted, and can skip existing records', async () => {
    const words = file('again.txt', 'twice-a\ntwice-b\n');
    expect((await gantry.run(['banned-word', 'import', words])).code).toBe(0);
    expect((await gantry.run(['banned-word', 'import', words])).code).toBe(2);
    const skipped = await gantry.run(['banned-word', 'import', words, '--on-conflict', 'skip', '--json']);
    expect([skipped.code, JSON.parse(skipped.stdout)]).toEqual([
      0,
      expect.objectContaining({ created: 0, skipped: 2, failed: 0 }),
    ]);
  });

  it('continues where it was killed, and creates nothing twice', async () => {
    const words = file('killed.txt', Array.from({ length: 20_000 }, (_, at) => `killed-${at}`).join('\n'));
    const args = [program, 'banned-word', 'import', words];
    const child = spawn(process.execPath, args, { env: gantry.env, stdio: 'ignore' });
    await waitForFirstRows();
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const done = await gantry.run(['banned-word', 'import', words, '--json']);
    expect([done.code, JSON.parse(done.stdout)]).toEqual([
      0,
      expect.objectContaining({ failed: 0, interrupted: false }),
    ]);
    const listed = await gantry.run([
      'banned-word',
      'list',
      '--keyword',
      'killed',
      '--all',
      '--fields',
      'word',
      '-o',
      'tsv',
    ]);
    const stored = listed.stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t')[1]);
    expect([stored.length, new Set(stored).size]).toEqual([20_000, 20_000]);
  }, 120_000);

  it('finishes requests in flight on the first Ctrl+C, exits with 130, and can be resumed', async () => {
    let sent = 0;
    const other = await createProxiedUser(async (_call, pass) => {
      sent += 1;
      if (sent === 2) child.kill('SIGINT');
      await pass();
    });
    const words = file('stopped.txt', Array.from({ length: 12_000 }, (_, at) => `stopped-${at}`).join('\n'));
    const command = ['banned-word', 'import', words, '--json'];
    const child = spawn(process.execPath, [program, ...command], { env: other.env, stdio: 'pipe' });
    const reported = child.stdout.toArray();
    expect(await once(child, 'close')).toEqual([130, null]);
    const stored = await total('stopped');
    expect(JSON.parse(Buffer.concat(await reported).toString())).toMatchObject({ created: stored, interrupted: true });
    const [before, done] = [sent, await other.run(command)];
    expect([stored > 0, stored < 12_000, sent > before]).toEqual([true, true, true]);
    expect([done.code, JSON.parse(done.stdout)]).toEqual([0, expect.objectContaining({ created: 12_000, failed: 0 })]);
  }, 120_000);

  it('exits with 7 when a user has too many requests in flight, and with 0 after waiting', async () => {
    const slow = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${space.server.url}/api/v1/admin/banned-word/export`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${space.token}` },
          body: JSON.stringify({ filters: {}, format: 'csv' }),
        }),
      ),
    );
    const list = ['banned-word', 'list', '--limit', '1', '--json'];
    const rejected = await gantry.run([...list, '--max-wait', '0']);
    expect([rejected.code, rejected.stdout, JSON.parse(rejected.stderr).error]).toEqual([
      7,
      '',
      expect.objectContaining({ code: 42_900, retryable: true }),
    ]);
    const waits = gantry.run([...list, '--max-wait', '2m']);
    for (const { body } of slow) await body?.cancel();
    expect((await waits).code).toBe(0);
  }, 120_000);

  it('resumes an interrupted action on several records, and does nothing twice', async () => {
    const keys = new Set<string>();
    let interrupted = false;
    const other = await createProxiedUser(async ({ key, body: { action, dryRun } }, pass) => {
      if (action === 'disable' && !dryRun) keys.add(key);
      if (keys.size === 2 && !interrupted) interrupted = child.kill('SIGINT');
      await pass();
    });
    const words = ['banned-word', 'disable', '--matching', '--where', 'status=enabled', '--where', 'id=1001..3500'];
    const child = spawn(process.execPath, [program, ...words, '--yes'], { env: other.env, stdio: 'pipe' });
    const output: Buffer[] = [];
    child.stderr.on('data', (piece: Buffer) => output.push(piece));
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(String(Buffer.concat(output))).toContain('Interrupted after 2000 records. Run the same command again');
    const done = await other.run([...words, '--yes', '--json']);
    expect(String(Buffer.concat(output))).toContain('Finishing requests in flight');
    expect([done.code, keys.size, done.stderr]).toEqual([0, 3, expect.stringContaining('Resuming: 2500 in total')]);
    expect(JSON.parse(done.stdout)).toMatchObject({ affected: 2_500, failed: 0 });
    expect((await other.run([...words, '--yes', '--server', space.server.url])).code).toBe(6);
    // Missing filters do not mean all records.
    for (const verb of ['disable', 'delete']) {
      const all = await other.run(['banned-word', verb, '--matching', '--yes']);
      expect([all.code, all.stderr]).toEqual([2, expect.stringContaining('--where')]);
    }
  }, 120_000);

  it('sends several calls at a time, and reports the results in the order of the lines', async () => {
    const lines = Array.from({ length: 22_000 }, (_, at) => (at % 5_500 === 5_000 ? 'side-0' : `side-${at}`));
    const words = file('side.txt', lines.join('\n'));
    let [running, maxRunning] = [0, 0];
    const seen = new Map<string, number>();
    const other = await createProxiedUser(async ({ key }, pass, reject) => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      seen.set(key, (seen.get(key) ?? 0) + 1);
      // The second chunk is rejected once, after the others were sent.
      if (seen.size === 2 && seen.get(key) === 1) reject();
      else await pass();
      running -= 1;
    });
    const done = await other.run(['banned-word', 'import', words, '--concurrency', '3', '--json']);
    const { created, failed, errors } = JSON.parse(done.stdout);
    expect([done.code, created, failed]).toEqual([3, 21_996, 4]);
    expect(errors.map(({ line }: { line: number }) => line)).toEqual([5_001, 10_501, 16_001, 21_501]);
    expect(maxRunning).toBeGreaterThan(1);
    expect(maxRunning).toBeLessThanOrEqual(3);
    const ids = (await gantry.run(['banned-word', 'list', '-k', 'side', '--limit', '2500', '-o', 'id'])).stdout;
    const off = await gantry.run(['banned-word', 'disable', '-', '--concurrency', '4', '--json'], ids);
    const { affected, items } = JSON.parse(off.stdout) as { affected: number; items: { id: number }[] };
    expect([off.code, affected]).toEqual([0, 2_500]);
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).toSorted((one, other) => one - other));
    expect((await gantry.run(['banned-word', 'disable', '1', '2', '--concurrency', '9'])).code).toBe(2);
  }, 120_000);

  async function waitForFirstRows(): Promise<void> {
    await expect.poll(() => total('killed'), { interval: 5 }).toBeGreaterThan(0);
  }
});

describe('gantry import of a regression case', () => {
  it.each(importCases.map((one) => [one.file, one] as const))(
    'imports %s correctly, or rejects it',
    async (_name, one) => {
      const { created = 0, failed: [failed, reason] = [0, ''], notes = [], values = [] } = one;
      const command = [kebab(one.resource), 'import', importCaseFile(one.file)];
      const done = await gantry.run([...command, '--json']);
      if (one.rejection !== undefined) {
        expect([done.code, done.stderr]).toEqual([2, expect.stringContaining(one.rejection)]);
        return;
      }
      expect(JSON.parse(done.stdout)).toMatchObject({ created, failed });
      for (const part of [reason, ...notes]) expect(done.stdout + done.stderr).toContain(part);
      const { data } = await space.server.call(
        getResourcePath(one.resource, 'list'),
        { pageSize: Math.max(1, Math.min(created, 20)) },
        { token: space.token },
      );
      const items = (data.items as Record<string, unknown>[]).slice(0, created).reverse();
      for (const [field, expected] of values) expect(items.map((item) => item[field])).toEqual(expected);
    },
  );
});
