import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureWidth } from '../src/output/wrap-text.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

let space: SignedIn;
let gantry: Gantry;

beforeAll(async () => {
  space = await signedIn();
  gantry = space.gantry;
});
afterAll(() => space.close());

describe('short names', () => {
  it('lists with ls and deletes with rm', async () => {
    const made = await gantry.run(['banned-word', 'create', '--word', 'lottery', '--json=id']);
    const { id } = JSON.parse(made.stdout);
    expect((await gantry.run(['banned-word', 'ls', '-o', 'id'])).stdout).toBe(`${id}\n`);
    expect((await gantry.run(['banned-word', 'rm', String(id), '--yes'])).code).toBe(0);
    expect((await gantry.run(['banned-word', 'list', '-o', 'id'])).stdout).toBe('');
    expect((await gantry.run(['profile', 'ls', '-o', 'tsv'])).stdout).toContain('default');
  });

  it('prints the version with version as with --version', async () => {
    const [word, flag] = [await gantry.run(['version']), await gantry.run(['--version'])];
    expect(word).toEqual(flag);
    expect(word.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('leaves them alone where they are no verb', async () => {
    await gantry.run(['banned-word', 'create', '--word', 'ls-colors']);
    expect((await gantry.run(['find', 'ls', '-o', 'json'])).stdout).toContain('ls-colors');
    const missing = await gantry.run(['token', 'rm', 'nightly']);
    expect(missing).toMatchObject({ code: 2, stderr: 'No such command: rm\nDid you mean revoke?\n' });
  });

  it('completes the main names only', async () => {
    const completed = async (...words: string[]) =>
      (await gantry.run(['__complete', '--', ...words])).stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => line.split('\t')[0]);
    const verbs = await completed('banned-word', '');
    expect(verbs).toEqual(expect.arrayContaining(['list', 'delete']));
    expect(verbs.filter((name) => ['ls', 'rm'].includes(name ?? ''))).toEqual([]);
    expect(await completed('banned-word', 'ls', '--lim')).toEqual(['--limit']);
    // A description of several lines is one candidate.
    expect((await completed('order', '')).filter((name) => !/^[a-z-]+$/.test(name ?? ''))).toEqual([]);
  });
});

describe('a wrong number', () => {
  it.each([
    [['user', 'list', '--limit', '1e3'], '--limit', 'A whole number, 1 or more.'],
    [['user', 'list', '--timeout', '0x7'], '--timeout', 'A number of seconds, 0 or more, such as 30 or 1.5.'],
    [['user', 'list', '--watch', '1e3'], '--watch', 'A number of seconds, 0.5 or more, such as 30 or 1.5.'],
    [['user', 'list', '--max-wait', '2d'], '--max-wait', 'A duration such as 90, 90s, 2m or 1h.'],
    [['config', 'history', '--limit', '0x7'], '--limit', 'A whole number, 1 or more.'],
    [['user', 'edit', '1', '--nickname', 'A', '--if-version', '1e0'], '--if-version', 'A whole number, 1 or more.'],
  ])('of %j is rejected with what is valid', async (words, flag, hint) => {
    const typed = words[words.indexOf(flag) + 1];
    expect(await gantry.run(words)).toEqual({
      code: 2,
      stdout: '',
      stderr: `Not a valid value for ${flag}: ${typed}\n${hint}\n`,
    });
  });

  it.each(['1e3', '0x7'])('takes %s for the name of a record, not for its number', async (word) => {
    const { code, stderr } = await gantry.run(['user', 'get', word]);
    expect([code, stderr.split('\n')[0]]).toEqual([6, `User not found: ${word}`]);
  });
});

describe('a wrong setting', () => {
  it.each([
    [['config', 'set', 'site', 'x'], /^Not a valid value for KEY: site\n.*site\.timezone/],
    [['config', 'reset', 'mail.password'], /Secrets have no default/],
    [['config', 'set', 'register.ways', 'email', '--add', '--remove'], /^Give either --add or --remove/],
    [['audit-log', 'undo', '7', '--call', 'k'], /^Give either an ID, --call or --command/],
    [['whoami', '--json', '?'], /The JSON of this command has no fixed fields/],
  ])('of %j is rejected with what to do', async (words, said) => {
    const { code, stderr } = await gantry.run(words);
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
  });
});

it('puts descriptions of help under their terms in a narrow terminal', async () => {
  const narrow = gantry.another({ COLUMNS: '40' });
  const { stdout } = await narrow.run(['user', 'adjust-balance', '--help']);
  const [help = ''] = stdout.slice(stdout.indexOf('\n')).split('Examples:');
  expect(help.split('\n').filter((line) => measureWidth(line) > 40)).toEqual([]);
  expect(help).toContain(
    '\n  --reason <text>\n      Reason (required; at least 4\n      characters): Visible to the user.\n',
  );
});

describe('what a script reads', () => {
  it('is a CSV without a byte order mark on standard output, and with one in a file', async () => {
    const piped = await gantry.run(['user', 'export', '-', '--fields', 'id,username']);
    expect(piped.stdout).toBe('id,username\r\n');
    const file = path.join(gantry.directory, 'users.csv');
    await gantry.run(['user', 'export', file, '--fields', 'id,username']);
    expect(readFileSync(file, 'utf8')).toBe('\ufeffid,username\r\n');
    const again = await gantry.run(['user', 'export', file]);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringMatching(/\nUse --force to overwrite it\.\n$/) });
  });

  it('has times in a list as in an export', async () => {
    await gantry.run(['allow-word', 'create', '--phrase', 'spring sale']);
    const query = ['-o', 'csv', '--fields', 'id,createdAt'];
    const listed = await gantry.run(['allow-word', 'list', ...query]);
    expect(listed.stdout.split('\r\n')[1]).toMatch(/^\d+,\d{4}-\d\d-\d\dT[\d:.]+\+08:00$/);
    const exported = await gantry.run(['allow-word', 'export', '-', '--fields', 'id,createdAt']);
    expect(exported.stdout).toBe(listed.stdout);
  });

  it('is the status of the one cause when a job changed nothing', async () => {
    const ids: string[] = [];
    for (const word of ['poker', 'roulette'])
      ids.push((await gantry.run(['banned-word', 'create', '--word', word])).stdout.trim());
    expect((await gantry.run(['banned-word', 'enable', ...ids])).code).toBe(9);
    expect((await gantry.run(['banned-word', 'enable', ...ids, '999999'])).code).toBe(1);
  });
});

describe('an adjustment', () => {
  it('is previewed by a dry run, with the balance before and after', async () => {
    const { stdout } = await gantry.run(['user', 'create', '--username', 'zhang.san']);
    const given = ['--asset', 'coin', '--amount', '500', '--reason', 'An outage'];
    const dry = await gantry.run(['user', 'adjust-balance', stdout.trim(), ...given, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: '' });
    expect(dry.stderr).toMatch(/^Previous balance +0\nBalance +500$/m);
    expect(dry.stderr).toMatch(/Dry run: nothing was written\n$/);
  });

  it('says in its help how long a reason must be', async () => {
    const { stdout } = await gantry.run(['user', 'adjust-balance', '--help']);
    expect(stdout).toContain('Reason (required; at least 4 characters)');
  });
});

describe('in Chinese', () => {
  it('has brackets and colons of full width in help and errors', async () => {
    const chinese = gantry.another({ GANTRY_LOCALE: 'zh-CN' });
    const { stdout } = await chinese.run(['banned-word', 'list', '--help']);
    expect(stdout).toMatch(/^用法：gantry banned-word list/);
    expect(stdout).toContain('（默认 30）');
    const create = await chinese.run(['api-key', 'create', '--help']);
    expect(create.stdout).toContain('供应商（可选 openai');
    for (const line of `${stdout}${create.stdout}`.split('\n')) expect(line).not.toMatch(/\p{Script=Han} ?(?:\(|: )/u);
    const lines = create.stdout.split('\n').slice(0, -4);
    expect(lines.filter((line) => measureWidth(line) > 80 || /^ +[，。；）]/.test(line))).toEqual([]);
    const { stderr } = await chinese.run(['banned-word', 'list', 'more']);
    expect(stderr).toMatch(/^参数过多：more\n/);
  });
});
