import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';

let space: SignedIn;
let gantry: Gantry;

beforeAll(async () => {
  space = await signedIn();
  ({ gantry } = space);
});
afterAll(() => space.close());

const config = (...args: string[]) => gantry.run(['config', ...args]);

/** Writes a settings file to the folder of the profiles. */
function settingsFile(values: object): string {
  const file = path.join(gantry.directory, 'settings.json');
  writeFileSync(file, JSON.stringify(values));
  return file;
}

describe('gantry config set', () => {
  it('rejects a key that several groups have, and accepts it with its page', async () => {
    const ambiguous = await config('set', 'tasks.enabled', 'false');
    expect(ambiguous.code).toBe(2);
    expect(ambiguous.stderr).toMatch(/^tasks\.enabled is in several groups.*\ndraw\.tasks\.enabled\nslides\.tasks/m);
    const named = await config('set', 'draw.tasks.enabled', 'false');
    expect([named.code, named.stderr]).toEqual([0, 'draw.tasks.enabled: Yes -> No\n']);
    const again = await config('set', 'draw.tasks.enabled', 'false');
    expect(again.stderr).toBe('draw.tasks.enabled already has this value. Nothing was written.\n');
    const lost = await config('get', 'timezone');
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('\nsite.timezone')]);
  });

  it('shows the new value in a dry run', async () => {
    const tried = await config('set', 'site.name', 'Tried', '--dry-run');
    expect(tried.stderr).toMatch(/^site\.name: .* -> Tried\nDry run/);
    expect((await config('get', 'site.name')).stdout).not.toContain('Tried');
  });

  it('asks for confirmation on production', async () => {
    const { server } = space;
    const login = ['login', '--server', server.url, '-u', firstAdmin.username, '--password-stdin'];
    const live = gantry.another();
    await live.run([...login, '--production'], firstAdmin.password);
    const asked = await live.run(['config', 'set', 'site.maintenance', 'true']);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain('site.maintenance: No -> Yes');
    expect(asked.stderr).toContain(`PRODUCTION default (${server.url})`);
    expect((await live.run(['config', 'get', 'site.maintenance'])).stdout).toBe('false\n');
  });
});

describe('a change of the currency', () => {
  const warning = 'Existing orders, refunds, commissions, and withdrawals keep their currency';

  it('prints a warning before it is written, in every command', async () => {
    const file = settingsFile({ system: { pay: { currency: 'USD' } } });
    for (const args of [
      ['set', 'pay.currency', 'USD'],
      ['diff', file],
      ['import', file],
    ]) {
      const asked = await config(...args);
      expect([args[0], asked.stderr]).toEqual([args[0], expect.stringContaining(warning)]);
    }
    expect((await config('get', 'pay.currency')).stdout).toBe('CNY\n');
    expect((await config('set', 'pay.currency', 'USD', '--yes')).code).toBe(0);
    expect((await config('reset', 'pay.currency')).stderr).toContain(warning);
    const [change] = JSON.parse((await config('history', 'pay.currency', '--limit', '1', '--json')).stdout);
    expect((await config('restore', String(change.id))).stderr).toContain(warning);
    expect((await config('get', 'pay.currency')).stdout).toBe('USD\n');
    expect((await config('reset', 'pay.currency', '--yes')).code).toBe(0);
  });
});

describe('gantry config import', () => {
  it('compares, previews and imports a file; a second import changes nothing', async () => {
    const exported = JSON.parse((await config('export', '--all')).stdout);
    const file = settingsFile({ ...exported, system: { site: { timezone: 'Europe/Berlin' } } });
    const diff = await config('diff', file);
    expect(diff.stdout).toMatch(/^system\.site\.timezone: \S+ -> Europe\/Berlin\n$/);
    const [change] = JSON.parse((await config('diff', file, '-o', 'json')).stdout);
    expect(change).toMatchObject({ setting: 'system.site.timezone', after: 'Europe/Berlin' });
    const tried = await config('import', file, '--dry-run');
    expect([tried.code, tried.stdout, tried.stderr]).toEqual([0, diff.stdout, 'Dry run: nothing was written\n']);
    expect((await config('import', file)).code).toBe(2);
    expect((await config('import', file, '--yes')).stderr).toContain('Settings changed: 1');
    const again = await config('import', file, '--yes');
    expect([again.code, again.stderr]).toEqual([0, 'No differences. Nothing was written.\n']);
    const history = JSON.parse((await config('history', '--limit', '1', '--json')).stdout);
    expect(history[0].after).toEqual({ timezone: 'Europe/Berlin' });
  });

  it.each([
    [{ theme: 'dark', bogus: 1 }, 'Unknown settings: system.appearance.bogus'],
    [{ theme: 'purple' }, 'system.appearance.theme: '],
    [{ system: { site: { weather: 'fine' } } }, 'Unknown settings: system.site.weather'],
    [{ weather: {} }, 'Unknown settings: weather'],
    [{ system: { site: { timezone: 'Asia/Tokyo', name: 5 } } }, 'system.site.name: '],
  ])('rejects %j and writes nothing', async (values, message) => {
    const before = (await config('export', '--all')).stdout;
    const { code, stderr } = await config('import', settingsFile(values), '--yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect((await config('export', '--all')).stdout).toBe(before);
  });
});
