import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatTime } from '@gantry/core';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, firstAdmin, type RunningServer } from '../../server/test/server-process.ts';
import { type Gantry, program } from './gantry.ts';
import { type SignedIn, signedIn, signIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

const size = { columns: 120, rows: 40 } as const;
let space: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;
let madeAt = 0;

beforeAll(async () => {
  space = await signedIn({ args: ['--base-path', '/gantry'] });
  ({ server, token, gantry } = space);
  const { data } = await server.call('/banned-word/create', { word: '到期词', category: 'ad' }, { token });
  madeAt = Number(data.createdAt);
});
afterAll(() => space?.close());
afterEach(() => {
  window?.close();
  window = null;
});

async function goTo(place: string, shows: string, env: Readonly<Record<string, string>> = {}): Promise<TerminalWindow> {
  window = openTui(gantry, server.url, { ...size, env });
  await window.openList(place, shows);
  return window;
}

it('signs in and works with a server that is published under a path', async () => {
  const at = { ...server, url: `${server.url}/gantry` };
  const other = gantry.another();
  await signIn(other, at);
  window = openTui(other, at.url, size);
  await window.openList('banned-word', '到期词');
});

describe('times in the terminal', () => {
  it('are the site’s, wherever the terminal stands', async () => {
    const tui = await goTo('banned-word', '到期词', { TZ: 'America/New_York' });
    await tui.press('Enter');
    await tui.shows(formatTime(madeAt, 'Asia/Shanghai').slice(0, 16));
  });
});

describe('one’s own account', () => {
  it('is changed from its page, and the server keeps it', async () => {
    const tui = await goTo('user settings', firstAdmin.username);
    await tui.press('Enter');
    await tui.shows('Introduction');
    await tui.press('C-u');
    tui.type('Zhou Yu');
    await tui.press('C-s');
    await tui.shows('Zhou Yu');
    await expect
      .poll(async () => (await server.call('/info', {}, { token })).data.name, { timeout: 15_000 })
      .toBe('Zhou Yu');
  });
});

describe('access tokens of one’s own', () => {
  it('are created on the page of the account, shown once, listed, and revoked there', async () => {
    const tui = await goTo('user settings', 'Create an access token');
    await tui.press('j', 'j', 'j', 'Enter');
    await tui.shows('Days');
    tui.type('nightly');
    await tui.press('C-s');
    const shown = await tui.shows(/shown once|Password/);
    if (!shown.includes('shown once')) {
      tui.type(firstAdmin.password);
      await tui.press('Enter');
    }
    const made = /(?:^|\s)([\w-]{30,})\s*$/m.exec(await tui.shows('shown once'))?.[1] ?? '';
    expect((await server.call('/info', {}, { token: made })).data).toMatchObject({ username: firstAdmin.username });
    await tui.press('Escape');
    await tui.shows(/nightly +expires 20/);
    await tui.press('j', 'Enter');
    await tui.shows('Type y');
    await tui.press('y', 'Enter');
    await expect.poll(async () => (await server.call('/info', {}, { token: made })).code).not.toBe(20000);
    await tui.shows(/^(?!.*nightly)/s);
  });
});

describe('a record that is deleted', () => {
  it('goes once a yes says so', async () => {
    const tui = await goTo('banned-word', '到期词');
    await tui.press('d');
    await tui.shows('Type y');
    await tui.press('y');
    await tui.press('Enter');
    await expect
      .poll(async () => (await server.call('/banned-word/list', {}, { token })).data.total, { timeout: 15_000 })
      .toBe(0);
  });
});

/** Ends the session that the shell keeps, elsewhere. */
async function endStoredSession(): Promise<void> {
  const stored: { token: string } = JSON.parse(
    readFileSync(path.join(gantry.directory, 'session-default.json'), 'utf8'),
  );
  await server.call('/logout', {}, { token: stored.token });
}

describe('a session that ends in the middle of something', () => {
  it('is started again on top of it, and what was typed is still there', async () => {
    const tui = await goTo('banned-word', 'n New');
    await tui.press('n');
    await tui.shows('^S Save');
    tui.type('半途');
    await endStoredSession();
    await tui.press('C-s');
    await tui.shows('Confirm logout');
    await tui.press('1');
    await tui.shows('Username');
    tui.type(firstAdmin.password);
    await tui.press('Enter');
    await tui.shows(/Word \* +半途/);
    await tui.press('C-s');
    await tui.shows('Created');
    const { items } = (await server.call('/banned-word/list', {}, { token })).data;
    expect(items).toContainEqual(expect.objectContaining({ word: '半途' }));
  });

  it('shows nothing of it to another user who signs in there', async () => {
    const colleague = { username: 'li.na', password: 'granite-pillow-58-otter-moss', role: 'user' } as const;
    await createPerson(['--data', server.data], colleague);
    const database = new Sqlite(path.join(server.data, 'gantry.db'));
    const reported = `insert into notifications (type, event, severity, audience, dedupe_key, happened, params, created_at, updated_at)
      values ('todo', 'backupFailed', 'critical', 'admins', 'of admins', 1, '{"name":"for-admins","why":""}', ?, ?)`;
    database.prepare(reported).run(Date.now(), Date.now());
    database.close();
    window = openTui(gantry, server.url, size);
    await window.shows('for-admins');
    await endStoredSession();
    await window.press('u');
    await window.shows('Confirm logout');
    await window.press('1');
    await window.shows('Username');
    await window.press('BTab', 'C-u');
    window.type(colleague.username);
    await window.press('Enter');
    window.type(colleague.password);
    await window.press('Enter');
    expect(await window.shows(/q Quit/)).not.toContain('for-admins');
    await signIn(gantry, server);
  });
});

describe('an action that wants proof of who one is', () => {
  it('asks for the password in its place, and goes on', async () => {
    const batch = { name: 'Spring', kind: 'coin', coin: 5, count: 1 };
    expect((await server.call('/redeem-batch/generate', batch, { token })).code).toBe(20000);
    const database = new Sqlite(path.join(server.data, 'gantry.db'));
    database.exec('update admin_sessions set step_up_at = null');
    database.close();
    const tui = await goTo('redeem-code', 'Spring');
    await tui.press('x');
    const menu = await tui.shows('Show the code');
    await tui.press(/(\d) +Show the code/.exec(menu)?.[1] ?? 'Enter');
    await tui.shows('Password');
    tui.type(firstAdmin.password);
    expect(await tui.shows('••••')).not.toContain(firstAdmin.password);
    await tui.press('Enter');
    await tui.shows(/[0-9A-Z]{6}(-[0-9A-Z]{6}){2}/);
  });
});

/** The six digits of a base32 secret now, by RFC 6238. */
function digitsOf(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  return String((hash.readUInt32BE((hash[19] ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('an account with a second factor', () => {
  it('requires a code as well as the password, in the terminal UI and in the login command', async () => {
    const fresh = await server.signIn(firstAdmin.username, firstAdmin.password);
    const start = await server.call('/two-factor/start', {}, { token: fresh });
    const totp = digitsOf(String(start.data.secret).replace(/[\s=]/g, ''));
    const { data, code } = await server.call('/two-factor/confirm', { totp }, { token: fresh });
    expect(code).toBe(20000);
    const [recovery = '', again = '', third = ''] = data.recoveryCodes as readonly string[];
    window = openTui(gantry.another(), server.url, size);
    await window.shows('Username');
    window.type(firstAdmin.username);
    await window.press('Enter');
    window.type(firstAdmin.password);
    await window.press('Enter');
    await window.shows('Two-factor');
    window.type(recovery);
    await window.press('Enter');
    await window.shows('q Quit');
    await window.press('q');
    await window.left();

    window.type(`${process.execPath} ${program} login --server ${server.url} --locale en-US`);
    await window.press('Enter');
    await window.shows('Username:');
    window.type(firstAdmin.username);
    await window.press('Enter');
    await window.shows('Password:');
    window.type(firstAdmin.password);
    await window.press('Enter');
    await window.shows(/two-factor/i);
    window.type(again);
    await window.press('Enter');
    const end = await window.shows(/Signed in|welcome/i);
    expect(end).not.toContain(firstAdmin.password);

    const database = new Sqlite(path.join(server.data, 'gantry.db'));
    database.exec('update admin_sessions set step_up_at = null');
    database.close();
    window.type('clear');
    await window.press('Enter');
    const place = `--server ${server.url} --locale en-US`;
    window.type(`${process.execPath} ${program} config set loginSecurity.maxFailures 6 ${place}`);
    await window.press('Enter');
    await window.shows('Enter your password to confirm');
    window.type(firstAdmin.password);
    await window.press('Enter');
    await window.shows('Two-factor code:');
    window.type(third);
    await window.press('Enter');
    await expect
      .poll(async () => (await server.call('/settings/get', { page: 'system' }, { token: fresh })).data)
      .toMatchObject({ groups: { loginSecurity: { values: { maxFailures: 6 } } } });
  });
});
