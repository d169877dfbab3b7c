import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

let room: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let tui: TerminalWindow | null = null;

beforeAll(async () => {
  room = await signedIn();
  ({ server, token, gantry } = room);
});
afterAll(() => room.close());
afterEach(() => {
  tui?.close();
  tui = null;
});

async function call(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const { code, data, errors } = await server.insist(path, body, { token });
  expect([code, errors]).toEqual([20_000, expect.anything()]);
  return data;
}

async function openAt(place: string, waitFor: string): Promise<TerminalWindow> {
  tui = openTui(gantry, server.url, { columns: 80, rows: 24 });
  await tui.openList(place, waitFor);
  return tui;
}

describe('the areas of extensions in a small terminal', () => {
  it('approves a distributor and shows what they may earn', async () => {
    const { id: userId } = await call('/user/create', { username: 'li.lei' });
    const { id } = await call('/distributor/create', { userId, directBps: 2000, indirectBps: 0 });
    const window = await openAt('distributor', 'li.lei');
    await window.press('x');
    expect(await window.shows('1 Approve')).toContain('Not possible while it is “To review”: Close');
    await window.press('1');
    await window.shows('Approve: done');
    await window.shows(/li\.lei.*20%.*Active/);
    expect(await call('/distributor/get', { id })).toMatchObject({ status: 'active' });
    await window.press('3');
    expect(await window.shows('Nothing here yet')).toContain('[3 Withdrawals]');
  });

  it('takes a backup and finds it once it is there', async () => {
    const window = await openAt('backup', '[2 Backups]');
    await window.press('x');
    await window.shows('1 Take a backup');
    await window.press('1');
    await window.shows('Background job: 1');
    const job = async () => (await call('/background-job/get', { id: 1 })).status;
    await expect.poll(job, { timeout: 60_000, interval: 500 }).toBe('succeeded');
    await window.press('Escape');
    await window.shows('[2 Backups]');
    await window.press('4');
    await window.shows(/\[4 Background jobs\][\s\S]*1 in all/);
    await window.press('2');
    await window.shows(/\[2 Backups\][\s\S]*1 in all/);
  });
});
