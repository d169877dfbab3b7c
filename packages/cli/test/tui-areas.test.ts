import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

let server: RunningServer;
let token: string;
let gantry: Gantry;
let tui: TerminalWindow | null = null;

beforeAll(async () => {
  server = await startServer();
  token = await server.firstAdmin();
  gantry = newGantry();
  const login = ['login', '--server', server.url, '--username', firstAdmin.username, '--password-stdin'];
  expect((await gantry.run(login, firstAdmin.password)).code).toBe(0);
});
afterAll(() => server.stop());
afterEach(() => {
  tui?.close();
  tui = null;
});

async function call(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const { code, data, errors } = await server.insist(path, body, { token });
  expect([code, errors]).toEqual([20_000, expect.anything()]);
  return data;
}

async function openAt(place: string): Promise<TerminalWindow> {
  tui = openTui(gantry, server.url, { columns: 80, rows: 24 });
  await tui.shows('q Quit');
  await tui.press(':');
  tui.type(place);
  await tui.press('Enter');
  return tui;
}

describe('the areas of extensions in a small terminal', () => {
  it('approves a distributor and shows what they may earn', async () => {
    const { id: userId } = await call('/user/create', { username: 'li.lei' });
    const { id } = await call('/distributor/create', { userId, directBps: 2000, indirectBps: 0 });
    const window = await openAt('distributor');
    await window.shows('li.lei');
    await window.press('x');
    expect(await window.shows('1 Approve')).toContain('Not possible while it is “To review”: Close');
    await window.press('1');
    expect(await window.shows('Approve: done')).toMatch(/li\.lei.*20%.*Active/);
    expect(await call('/distributor/get', { id })).toMatchObject({ status: 'active' });
    await window.press('3');
    expect(await window.shows('[3 Withdrawal]')).toContain('Nothing here yet');
  });

  it('takes a backup and finds it once it is there', async () => {
    const window = await openAt('backup');
    await window.shows('[2 Backup]');
    await window.press('x');
    await window.shows('1 Take a backup');
    await window.press('1');
    await window.shows('Background job: 1');
    const job = async () => (await call('/background-job/get', { id: 1 })).status;
    await expect.poll(job, { timeout: 60_000, interval: 500 }).toBe('succeeded');
    await window.press('Escape');
    await window.shows('[2 Backup]');
    await window.press('4');
    await window.shows(/\[4 Background job\][\s\S]*1 in all/);
    await window.press('2');
    await window.shows(/\[2 Backup\][\s\S]*1 in all/);
  });
});
