import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

let space: SignedIn;
let gantry: Gantry;
/** The same admin with a profile that marks the server as production. */
let live: Gantry;

beforeAll(async () => {
  space = await signedIn();
  ({ gantry } = space);
  live = gantry.another();
  const login = ['login', '--server', space.server.url, '-u', firstAdmin.username, '--password-stdin'];
  await live.run([...login, '--production'], firstAdmin.password);
  for (const username of ['zhang.san', 'li.si']) await gantry.run(['user', 'create', '--username', username]);
  const lines = Array.from({ length: 1_250 }, (_, at) => `word ${String(at + 1).padStart(4, '0')}`);
  await gantry.run(['banned-word', 'import', '-', '--format', 'txt'], lines.join('\n'));
});
afterAll(() => space.close());

const gift = ['--asset', 'coin', '--reason', 'An outage'];

describe('confirmations', () => {
  it('name the record and the amount', async () => {
    const one = await gantry.run(['user', 'adjust-balance', 'zhang.san', '--amount', '500', ...gift]);
    expect(one.code).toBe(2);
    expect(one.stderr).toMatch(/^Adjust the balance of zhang\.san \(#\d+\) by \+500 coins\?\n.*--yes\.\n$/);
    const chinese = await gantry.run([
      'user',
      'adjust-balance',
      'zhang.san',
      '--amount',
      '-5',
      ...gift,
      '--locale',
      'zh-CN',
    ]);
    expect(chinese.stderr).toMatch(/^将 zhang\.san（#\d+） 的货币调整 -5？/);
    const ban = await gantry.run(['user', 'ban', 'li.si', '--ban-reason', 'spam']);
    expect(ban.stderr).toMatch(/^Ban: li\.si \(#\d+\) \(Ban reason: spam\)\?\n/);
    const word = await gantry.run(['banned-word', 'delete', 'word 0001']);
    expect(word.stderr).toMatch(/^Delete word 0001 \(#\d+\)\? You can undo this\.\n/);
  });

  it('show some of many records, their number and the total amount', async () => {
    const many = await gantry.run(['user', 'adjust-balance', 'zhang.san', 'li.si', '--amount', '500', ...gift]);
    expect(many.code).toBe(2);
    expect(many.stderr).toMatch(/zhang\.san \(#\d+\)\n {2}li\.si \(#\d+\)\n/);
    expect(many.stderr).toContain('Total amount: +500 × 2 = +1,000\nAdjust balance: 2 users (');
    const matching = await gantry.run(['banned-word', 'delete', '--matching', '-k', 'word']);
    expect(matching.stderr).toContain('  word 0001 (#');
    expect(matching.stderr).toContain('  and 1,245 more\nDelete 1,250 banned words? You can undo this.\n');
  });

  it('explain --matching when it is missing', async () => {
    const forgotten = await gantry.run(['banned-word', 'delete', '-k', 'word']);
    expect([forgotten.code, forgotten.stderr]).toEqual([
      2,
      'No records were specified. Add --matching to act on all 1250 matching records\n',
    ]);
    expect((await gantry.run(['banned-word', 'delete', '--matching'])).stderr).toContain('--where or --keyword');
    expect((await gantry.run(['banned-word', 'delete', '1', '-k', 'word'])).code).toBe(2);
  });
});

describe('a dry run', () => {
  it('shows some records and the total, and never reports success', async () => {
    const tried = await gantry.run([
      'user',
      'adjust-balance',
      'zhang.san',
      'li.si',
      '--amount',
      '50',
      ...gift,
      '--dry-run',
    ]);
    expect(tried.code).toBe(0);
    expect(tried.stderr).toMatch(/^2 would succeed, 0 would fail\n {2}zhang\.san/);
    expect(tried.stderr).toMatch(/Total amount: \+50 × 2 = \+100\nDry run: nothing was written\n$/);
  });

  it('shows the total value of a code batch', async () => {
    const generate = ['redeem-batch', 'generate', '--name', 'Spring', '--kind', 'coin', '--coin', '100'];
    const tried = await gantry.run([...generate, '--count', '2000', '--dry-run']);
    expect([tried.code, tried.stdout, tried.stderr]).toEqual([
      0,
      '',
      'Redeem codes: 2,000\nTotal coins: 100 × 2,000 = 200,000\nDry run: nothing was written\n',
    ]);
    expect(JSON.parse((await gantry.run(['redeem-batch', 'list', '--json'])).stdout).items).toEqual([]);
  });
});

describe('production', () => {
  it('requires a confirmation before codes are generated and before many records change', async () => {
    const generate = await live.run([
      'redeem-batch',
      'generate',
      '--name',
      'Spring',
      '--kind',
      'coin',
      '--coin',
      '100',
    ]);
    expect(generate.code).toBe(2);
    expect(generate.stderr).toContain(`PRODUCTION default (${space.server.url})\nGenerate: code batch (Name: Spring;`);
    const many = await live.run(['banned-word', 'disable', 'word 0001', 'word 0002']);
    expect([many.code, many.stderr]).toEqual([2, expect.stringContaining('Disable: 2 banned words?')]);
    expect((await gantry.run(['banned-word', 'disable', 'word 0001', 'word 0002'])).code).toBe(0);
  });

  it('rejects the simulator', async () => {
    const { code, stdout, stderr } = await live.simulate(['--rate', '1', '--seconds', '1', '--yes']);
    expect([code, stdout, stderr]).toEqual([5, '', expect.stringContaining('Traffic is not simulated on production')]);
    expect(JSON.parse((await gantry.run(['service-client', 'list', '--json'])).stdout).items).toEqual([]);
  });
});

describe('undo', () => {
  it('undoes all calls of a command at once', async () => {
    const deleted = await gantry.run(['banned-word', 'delete', '--matching', '-k', 'word', '--yes']);
    expect(deleted.code).toBe(0);
    const [, number = ''] = /^To undo: gantry audit-log undo --command (\d{5})$/m.exec(deleted.stderr) ?? [];
    const count = async () =>
      JSON.parse((await gantry.run(['banned-word', 'list', '-k', 'word', '--json'])).stdout).total;
    expect(await count()).toBe(0);
    const tried = await gantry.run(['audit-log', 'undo', '--command', number, '--dry-run']);
    expect(tried.stderr).toContain('1250 would be restored, 0 would stay unchanged');
    const undone = await gantry.run(['audit-log', 'undo', '--command', number]);
    expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining('1250 restored, 0 unchanged')]);
    expect(await count()).toBe(1_250);
    expect((await gantry.run(['audit-log', 'undo', '--command', '00000'])).code).toBe(6);
  });
});
