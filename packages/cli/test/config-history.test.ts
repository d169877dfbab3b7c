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

const config = (...args: string[]) => gantry.run(['config', ...args]);
const changes = async (...args: string[]) => JSON.parse((await config('history', ...args, '--json')).stdout);

describe('gantry config history', () => {
  it('shows who changed a setting, when, and both values', async () => {
    await config('set', 'site.timezone', 'Asia/Tokyo');
    await config('set', 'mail.host', 'mail.example.com');
    await config('set', 'site.timezone', 'Europe/Berlin');
    const [last, first] = await changes('site.timezone');
    expect([last.before, last.after]).toEqual([{ timezone: 'Asia/Tokyo' }, { timezone: 'Europe/Berlin' }]);
    expect([first.after.timezone, first.changedByLabel, first.page]).toEqual(['Asia/Tokyo', 'Root', 'system']);
    const table = (await config('history')).stdout.split('\n');
    expect(table[0]).toMatch(/^id +Time +By +Setting +Before +After$/);
    expect(table[1]).toMatch(/Root +system\.site\.timezone +Asia\/Tokyo +Europe\/Berlin$/);
    expect(table[2]).toMatch(/extensions\.mail\.host +- +mail\.example\.com$/);
    expect((await config('history', '--limit', '1', '-o', 'id')).stdout).toBe(`${last.id}\n`);
  });

  it('never shows a secret', async () => {
    await config('set', 'mail.password', 'tulip-anchor-57-moss');
    const shown = (await config('history', 'mail')).stdout + (await config('history', '--json')).stdout;
    expect(shown).toContain('mail.password');
    expect(shown).not.toContain('tulip-anchor-57-moss');
  });

  it('rejects an unknown setting, and lists those of its group', async () => {
    const wrong = await config('history', 'site.weather');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('site.timezone')]);
  });
});

describe('gantry config restore and reset', () => {
  it('shows every difference, including later changes, and asks for confirmation', async () => {
    await config('set', 'site.timezone', 'Asia/Seoul');
    const [{ id }] = await changes('site.timezone');
    await config('set', 'site.name', 'Renamed since');
    const requested = await config('restore', String(id));
    expect(requested.code).toBe(2);
    expect(requested.stderr).toContain('system.site.timezone: Asia/Seoul -> Europe/Berlin');
    expect(requested.stderr).toContain('system.site.name: Renamed since -> ');
    expect((await config('get', 'site.timezone')).stdout).toBe('Asia/Seoul\n');
    expect((await config('restore', String(id), '--yes')).code).toBe(0);
    expect((await config('get', 'site.timezone')).stdout).toBe('Europe/Berlin\n');
    expect((await config('get', 'site.name')).stdout).not.toContain('Renamed');
    const again = await config('restore', String(id), '--yes');
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Already in this state')]);
  });

  it('resets a group to its defaults and restores it, without changing its secrets', async () => {
    await config('set', 'ai.chat.context-rounds', '7');
    await config('set', 'ai.chat.stream', 'false');
    const requested = await config('reset', 'ai.chat');
    expect([requested.code, requested.stderr]).toEqual([2, expect.stringContaining('ai.chat.contextRounds: 7 -> 10')]);
    expect((await config('reset', 'ai.chat.stream', '--yes')).code).toBe(0);
    expect((await config('get', 'ai.chat.context-rounds')).stdout).toBe('7\n');
    expect((await config('reset', 'ai.chat', '--yes')).code).toBe(0);
    expect((await config('get', 'ai.chat.context-rounds')).stdout).toBe('10\n');
    const [{ id }] = await changes('ai.chat');
    expect((await config('restore', String(id), '--yes')).code).toBe(0);
    expect((await config('get', 'ai.chat.context-rounds')).stdout).toBe('7\n');
    // The password may only be sent to this host.
    expect((await config('reset', 'mail', '--yes')).code).not.toBe(0);
    expect((await config('get', 'mail.host')).stdout).toBe('mail.example.com\n');
    expect((await config('reset', 'ai.safety', '--yes')).stderr).toContain('Secrets are not changed');
    expect((await config('reset', 'mail.password', '--yes')).code).toBe(2);
  });

  it('does not change secrets, and reports an unknown change', async () => {
    const [{ id }] = await changes('mail.password');
    const stored = await config('restore', String(id), '--yes');
    expect([stored.code, stored.stderr]).toEqual([0, expect.stringContaining('Secrets are never restored')]);
    expect((await config('restore', '999999', '--yes')).code).toBe(6);
  });
});
