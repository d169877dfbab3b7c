import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

let space: SignedIn;
let gantry: Gantry;

beforeAll(async () => {
  space = await signedIn();
  ({ gantry } = space);
});
afterAll(() => space.close());

describe('references by name', () => {
  it('accept a username as the record, as a flag and in a filter', async () => {
    const made = await gantry.run(['user', 'create', '--username', 'jiahui', '-o', 'id']);
    const userId = Number(made.stdout);
    const gift = ['--asset', 'coin', '--amount', '5', '--reason', 'Welcome', '--yes'];
    expect((await gantry.run(['user', 'adjust-balance', 'jiahui', ...gift])).code).toBe(0);
    const shown = await gantry.run(['user', 'get', 'JiaHui', '--json=id,username']);
    expect(JSON.parse(shown.stdout)).toEqual({ id: userId, username: 'jiahui' });
    for (const filter of [
      ['--user', 'jiahui'],
      ['-w', 'userId=jiahui'],
    ]) {
      const wallets = await gantry.run(['wallet', 'list', ...filter, '--json']);
      expect(new Set(JSON.parse(wallets.stdout).items.map((one: { userId: number }) => one.userId))).toEqual(
        new Set([userId]),
      );
    }
  });

  it('reject a name that no record or several records have, and lists candidates', async () => {
    const missing = await gantry.run(['user', 'get', 'nosuch']);
    expect(missing).toMatchObject({ code: 6, stderr: expect.stringMatching(/^User not found: nosuch\n/) });
    for (const match of ['contains', 'exact'])
      await gantry.run(['banned-word', 'create', '--word', 'twice', '--category', 'ad', '--match', match]);
    const several = await gantry.run(['banned-word', 'disable', 'twice']);
    expect(several.code).toBe(6);
    expect(several.stderr).toMatch(/Use an ID \(#\d+ twice, #\d+ twice\)/);
    const unnamed = await gantry.run(['wallet', 'get', 'mine']);
    expect(unnamed).toMatchObject({ code: 6, stderr: expect.stringContaining('These records have no name') });
  });

  it('accept ids from standard input as lines, a table or JSON', async () => {
    const add = async (word: string) =>
      (await gantry.run(['banned-word', 'create', '--word', word, '--category', 'ad', '-o', 'id'])).stdout.trim();
    const ids = [await add('piped one'), await add('piped two')];
    const list = ['banned-word', 'list', '-k', 'piped', '-w', 'status=enabled'];
    for (const form of ['json', 'ndjson', 'tsv', 'csv', 'id']) {
      const { stdout } = await gantry.run([...list, '-o', form]);
      const disabled = await gantry.run(['banned-word', 'disable', '-'], stdout);
      expect([form, disabled.code, disabled.stderr]).toEqual([form, 0, expect.stringContaining('2 done, 0 failed')]);
      expect((await gantry.run(['banned-word', 'enable', ids.join(',')])).code).toBe(0);
    }
    expect((await gantry.run(['banned-word', 'disable', '-'], '{"id": 1')).code).toBe(2);
  });

  it('complete records by name, as arguments and for flags that refer to them', async () => {
    const complete = async (...words: string[]) => (await gantry.run(['__complete', '--', ...words])).stdout;
    expect(await complete('user', 'get', 'jia')).toMatch(/^jiahui\t#\d+\n$/);
    expect(await complete('order', 'list', '--user', 'jia')).toMatch(/^jiahui\t#\d+\n$/);
    expect(await complete('banned-word', 'disable', '')).toMatch(/^\d+\tpiped two$/m);
    expect(await gantry.another().run(['__complete', '--', 'user', 'get', 'jia'])).toMatchObject({
      code: 0,
      stdout: '',
    });
  });

  it('accept only integers as ids', async () => {
    for (const typed of ['1e0', '0x1', '1.0']) expect((await gantry.run(['admin', 'get', typed])).code).toBe(6);
    expect((await gantry.run(['admin', 'get', '#1'])).code).toBe(0);
  });
});

describe('a list flag', () => {
  it('adds to the list each time it is repeated', async () => {
    const flags = ['--tags', 'south,west', '--tags', 'new'];
    const made = await gantry.run(['user', 'create', '--username', 'tagged', ...flags]);
    expect(made.code).toBe(0);
    const shown = await gantry.run(['user', 'get', 'tagged', '--json=tags']);
    expect(JSON.parse(shown.stdout)).toEqual({ tags: ['south', 'west', 'new'] });
  });
});
