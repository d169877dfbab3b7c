import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

let space: SignedIn;
let gantry: Gantry;

beforeAll(async () => {
  space = await signedIn();
  ({ gantry } = space);
  for (const username of ['zhang.san', 'li.si']) await gantry.run(['user', 'create', '--username', username]);
});
afterAll(() => space.close());

describe('JSON output', () => {
  it('can be reduced to fields like in gh, and lists the available ones', async () => {
    const list = JSON.parse((await gantry.run(['user', 'list', '--json', 'id,username'])).stdout);
    expect(Object.keys(list.items[0])).toEqual(['id', 'username']);
    expect(Object.keys(JSON.parse((await gantry.run(['user', 'list', '--json', 'id'])).stdout).items[0])).toEqual([
      'id',
    ]);
    const got = await gantry.run(['user', 'get', 'li.si', '--json', 'username,status']);
    expect(JSON.parse(got.stdout)).toEqual({ username: 'li.si', status: 'active' });
    expect(JSON.parse((await gantry.run(['user', 'get', '--json', 'li.si'])).stdout)).toHaveProperty('inviteCode');
    const fields = await gantry.run(['user', 'list', '--json', '?']);
    expect([fields.code, fields.stdout.split('\n').slice(0, 2)]).toEqual([0, ['id', 'username']]);
  });

  it('of an error contains its code, kind, message, fields and whether it can be retried', async () => {
    const getError = async (...args: string[]) => JSON.parse((await gantry.run([...args, '-o', 'json'])).stderr).error;
    expect(await getError('user', 'create', '--username', 'x')).toMatchObject({
      code: expect.any(Number),
      kind: 'usage',
      message: expect.any(String),
      fields: { username: [expect.any(String)] },
      retryable: false,
    });
    const away = ['whoami', '--server', 'http://127.0.0.1:9'];
    expect(await getError(...away)).toMatchObject({ code: null, kind: 'unreachable', retryable: true });
    expect(await getError('user', 'get', 'nosuch')).toMatchObject({ kind: 'notFound', fields: {} });
    expect(await getError('user', 'lst')).toMatchObject({ kind: 'usage', hint: 'Did you mean list?' });
  });
});

describe('table output', () => {
  it('omits columns before it cuts them, and names them', async () => {
    const at = async (columns: string, ...args: string[]) =>
      gantry
        .another({ COLUMNS: columns, GANTRY_CONFIG_DIR: gantry.directory })
        .run(['user', 'list', '-o', 'table', ...args]);
    const usual = await at('80');
    expect(usual.stdout).not.toContain('…');
    expect(usual.stdout.split('\n')[0]).not.toContain('Created');
    expect(usual.stderr).toMatch(/^Not shown: .*Created; -o wide shows all columns\n/);
    const wide = await at('80', '-o', 'wide');
    expect(wide.stdout.split('\n')[0]).toMatch(/Created$/);
    const narrow = (await at('40')).stdout;
    expect(narrow).toMatch(/^ID +2\nUsername +li\.si\n/);
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
  });
});

describe('times', () => {
  it('are in the time zone of the site in every command, regardless of that of the machine', async () => {
    const away = gantry.another({ TZ: 'America/New_York', GANTRY_CONFIG_DIR: gantry.directory });
    const run = async (...args: string[]) => (await away.run(args)).stdout;
    const { items } = JSON.parse(await run('user', 'list', '--limit', '1', '--json', 'id,createdAt'));
    const site = new Date(items[0].createdAt + 8 * 3_600_000).toISOString().slice(0, 19);
    expect(await run('user', 'get', String(items[0].id), '-o', 'table')).toContain(site.replace('T', ' '));
    for (const form of ['csv', 'tsv'])
      expect(await run('user', 'list', '--limit', '1', '--fields', 'createdAt', '-o', form)).toMatch(
        new RegExp(`^id[,\t]createdAt\\s+\\d+[,\t]${site}(?:\\.\\d+)?\\+08:00\\s+$`),
      );
    expect((await away.run(['config', 'set', 'home.welcome', 'Hello'])).code).toBe(0);
    const [change] = JSON.parse(await run('config', 'history', '--limit', '1', '-o', 'json'));
    const changed = new Date(change.changedAt + 8 * 3_600_000).toISOString().slice(0, 19);
    expect(await run('config', 'history', '--limit', '1', '-o', 'table')).toContain(changed.replace('T', ' '));
    expect(await run('config', 'history', '--limit', '1', '-o', 'csv')).toContain(changed);
  });
});

describe('invalid input', () => {
  it.each([
    [['user', 'list', '--sort', 'avatar'], 2, 'coinBalance'],
    [['user', 'list', '--fields', 'nosuch'], 2, 'username nickname'],
    [['user', 'list', '--locale', 'fr'], 2, 'zh-CN, en-US'],
    [['user', 'list', '--server', 'notaurl'], 2, 'https://gantry.example.com'],
    [['user', 'list', '--limit', 'abc'], 2, 'A whole number, 1 or more.'],
    [['user', 'get', '1', '2'], 2, 'Too many arguments: 2'],
    [['user', 'edit', '1'], 2, 'Nothing to change'],
    [['user', 'nosuch', '--help'], 2, 'No such command: nosuch'],
    [['man', 'nosuch'], 2, 'No such command: nosuch\n'],
    [['tui'], 2, 'The terminal UI requires a terminal'],
  ])('%j exits with %i and prints %s', async (args, code, message) => {
    expect(await gantry.run(args)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});

it('uses English when the shell sets no locale', async () => {
  const cron = gantry.another({ GANTRY_LOCALE: '', LANG: '', LC_ALL: '', LC_MESSAGES: '' });
  expect((await cron.run(['whoami'])).stderr).toMatch(/^No server/);
  const chinese = gantry.another({ GANTRY_LOCALE: '', LC_ALL: '', LANG: 'zh_CN.UTF-8' });
  expect((await chinese.run(['whoami'])).stderr).toMatch(/^没有指定服务器/);
});

it('accepts verbs of other tools for list and delete, and a version command', async () => {
  expect((await gantry.run(['user', 'ls', '-o', 'id'])).stdout).toBe('2\n1\n');
  expect((await gantry.run(['user', 'rm', '1'])).stderr).not.toContain('rm');
  expect((await gantry.run(['version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('access tokens', () => {
  it('can be created in a script with the password on standard input, listed, and revoked', async () => {
    const create = ['token', 'create', 'nightly', '--scope', 'read', '--days', '90', '--password-stdin'];
    const created = await gantry.run(create, firstAdmin.password);
    expect([created.code, created.stderr]).toEqual([0, expect.stringMatching(/^Token #\d+ expires .*GANTRY_TOKEN=/)]);
    const script = gantry.another({ GANTRY_SERVER: space.server.url, GANTRY_TOKEN: created.stdout.trim() });
    expect((await script.run(['user', 'list', '-o', 'id'])).code).toBe(0);
    expect((await script.run(['user', 'create', '--username', 'wang.wu'])).code).toBe(5);
    expect((await gantry.run(['token', 'list'])).stdout).toMatch(/nightly +✓/);
    const asked = await gantry.run(['token', 'revoke', 'nightly']);
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Revoke the token nightly (#')]);
    expect((await gantry.run(['token', 'revoke', 'nightly', '--yes'])).code).toBe(0);
    expect((await script.run(['whoami'])).code).toBe(4);
    expect((await gantry.run(['token', 'revoke', 'nightly', '--yes'])).code).toBe(6);
  });
});
