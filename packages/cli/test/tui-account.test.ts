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
let session: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;
let createdAt = 0;

beforeAll(async () => {
  session = await signedIn({ args: ['--base-path', '/gantry'] });
  ({ server, token, gantry } = session);
  const { data } = await server.call('/banned-word/create', { word: '到期词', category: 'ad' }, { token });
  createdAt = Number(data.createdAt);
});
afterAll(() => session?.close());
afterEach(() => {
  window?.close();
  window = null;
});

async function openPage(
  place: string,
  shows: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TerminalWindow> {
  window = openTui(gantry, server.url, { ...size, env });
  await window.openList(place, shows);
  return window;
}

it('works with a server under a base path', async () => {
  const published = { ...server, url: `${server.url}/gantry` };
  const other = gantry.another();
  await signIn(other, published);
  window = openTui(other, published.url, size);
  await window.openList('banned-word', '到期词');
});

describe('time zone', () => {
  it('shows times in the time zone of the site, whatever that of the terminal is', async () => {
    const tui = await openPage('banned-word', '到期词', { TZ: 'America/New_York' });
    await tui.press('Enter');
    await tui.waitFor(formatTime(createdAt, 'Asia/Shanghai').slice(0, 16));
  });
});

describe('account page', () => {
  it('saves the profile of the signed-in user', async () => {
    const tui = await openPage('user settings', firstAdmin.username);
    await tui.press('Enter');
    await tui.waitFor('Introduction');
    await tui.press('C-u');
    tui.type('Zhou Yu');
    await tui.press('C-s');
    await tui.waitFor('Zhou Yu');
    await expect
      .poll(async () => (await server.call('/info', {}, { token })).data.name, { timeout: 15_000 })
      .toBe('Zhou Yu');
  });
});

describe('access tokens on the account page', () => {
  it('creates, shows once, lists and revokes an access token', async () => {
    const tui = await openPage('user settings', 'Create an access token');
    await tui.press('j', 'j', 'j', 'Enter');
    await tui.waitFor('Days');
    tui.type('nightly');
    await tui.press('C-s');
    const shown = await tui.waitFor(/shown once|Password/);
    if (!shown.includes('shown once')) {
      tui.type(firstAdmin.password);
      await tui.press('Enter');
    }
    const created = /(?:^|\s)([\w-]{30,})\s*$/m.exec(await tui.waitFor('shown once'))?.[1] ?? '';
    expect((await server.call('/info', {}, { token: created })).data).toMatchObject({ username: firstAdmin.username });
    await tui.press('Escape');
    await tui.waitFor(/nightly +expires 20/);
    await tui.press('j', 'Enter');
    await tui.waitFor('Type y');
    await tui.press('y', 'Enter');
    await expect.poll(async () => (await server.call('/info', {}, { token: created })).code).not.toBe(20000);
    await tui.waitFor(/^(?!.*nightly)/s);
  });
});

describe('deletion of a record', () => {
  it('deletes the record after confirmation', async () => {
    const tui = await openPage('banned-word', '到期词');
    await tui.press('d');
    await tui.waitFor('Type y');
    await tui.press('y');
    await tui.press('Enter');
    await expect
      .poll(async () => (await server.call('/banned-word/list', {}, { token })).data.total, { timeout: 15_000 })
      .toBe(0);
  });
});

/** Ends the stored session from another client. */
async function endStoredSession(): Promise<void> {
  const stored: { token: string } = JSON.parse(
    readFileSync(path.join(gantry.directory, 'session-default.json'), 'utf8'),
  );
  await server.call('/logout', {}, { token: stored.token });
}

describe('session that expires during use', () => {
  it('asks to sign in again over the form, and keeps the input', async () => {
    const tui = await openPage('banned-word', 'n New');
    await tui.press('n');
    await tui.waitFor('^S Save');
    tui.type('半途');
    await endStoredSession();
    await tui.press('C-s');
    await tui.waitFor('Confirm logout');
    await tui.press('1');
    await tui.waitFor('Username');
    tui.type(firstAdmin.password);
    await tui.press('Enter');
    await tui.waitFor(/Word \* +半途/);
    await tui.press('C-s');
    await tui.waitFor('Created');
    const { items } = (await server.call('/banned-word/list', {}, { token })).data;
    expect(items).toContainEqual(expect.objectContaining({ word: '半途' }));
  });

  it('shows no data of the previous user to another user who signs in', async () => {
    const colleague = { username: 'li.na', password: 'granite-pillow-58-otter-moss', role: 'user' } as const;
    await createPerson(['--data', server.data], colleague);
    const database = new Sqlite(path.join(server.data, 'gantry.db'));
    const insert = `insert into notifications (type, event, severity, audience, dedupe_key, happened, params, created_at, updated_at)
      values ('todo', 'backupFailed', 'critical', 'admins', 'of admins', 1, '{"name":"for-admins","why":""}', ?, ?)`;
    database.prepare(insert).run(Date.now(), Date.now());
    database.close();
    window = openTui(gantry, server.url, size);
    await window.waitFor('for-admins');
    await endStoredSession();
    await window.press('u');
    await window.waitFor('Confirm logout');
    await window.press('1');
    await window.waitFor('Username');
    await window.press('BTab', 'C-u');
    window.type(colleague.username);
    await window.press('Enter');
    window.type(colleague.password);
    await window.press('Enter');
    expect(await window.waitFor(/q Quit/)).not.toContain('for-admins');
    await signIn(gantry, server);
  });
});

describe('action that requires step-up', () => {
  it('asks for the password and then performs the action', async () => {
    const batch = { name: 'Spring', kind: 'coin', coin: 5, count: 1 };
    expect((await server.call('/redeem-batch/generate', batch, { token })).code).toBe(20000);
    const database = new Sqlite(path.join(server.data, 'gantry.db'));
    database.exec('update admin_sessions set step_up_at = null');
    database.close();
    const tui = await openPage('redeem-code', 'Spring');
    await tui.press('x');
    const menu = await tui.waitFor('Show the code');
    await tui.press(/(\d) +Show the code/.exec(menu)?.[1] ?? 'Enter');
    await tui.waitFor('Password');
    tui.type(firstAdmin.password);
    expect(await tui.waitFor('••••')).not.toContain(firstAdmin.password);
    await tui.press('Enter');
    await tui.waitFor(/[0-9A-Z]{6}(-[0-9A-Z]{6}){2}/);
  });
});

/** The current six-digit code for a base32 secret, by RFC 6238. */
function createTotp(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  return String((hash.readUInt32BE((hash[19] ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('account with a second factor', () => {
  it('requires a code as well as the password, in the terminal UI and in the login command', async () => {
    const sessionToken = await server.signIn(firstAdmin.username, firstAdmin.password);
    const start = await server.call('/two-factor/start', {}, { token: sessionToken });
    const totp = createTotp(String(start.data.secret).replace(/[\s=]/g, ''));
    const { data, code } = await server.call('/two-factor/confirm', { totp }, { token: sessionToken });
    expect(code).toBe(20000);
    const [firstCode = '', secondCode = '', thirdCode = ''] = data.recoveryCodes as readonly string[];
    window = openTui(gantry.another(), server.url, size);
    await window.waitFor('Username');
    window.type(firstAdmin.username);
    await window.press('Enter');
    window.type(firstAdmin.password);
    await window.press('Enter');
    await window.waitFor('Two-factor');
    window.type(firstCode);
    await window.press('Enter');
    await window.waitFor('q Quit');
    await window.press('q');
    await window.waitForExit();

    window.type(`${process.execPath} ${program} login --server ${server.url} --locale en-US`);
    await window.press('Enter');
    await window.waitFor('Username:');
    window.type(firstAdmin.username);
    await window.press('Enter');
    await window.waitFor('Password:');
    window.type(firstAdmin.password);
    await window.press('Enter');
    await window.waitFor(/two-factor/i);
    window.type(secondCode);
    await window.press('Enter');
    const end = await window.waitFor(/Signed in|welcome/i);
    expect(end).not.toContain(firstAdmin.password);

    const database = new Sqlite(path.join(server.data, 'gantry.db'));
    database.exec('update admin_sessions set step_up_at = null');
    database.close();
    window.type('clear');
    await window.press('Enter');
    const target = `--server ${server.url} --locale en-US`;
    window.type(`${process.execPath} ${program} config set loginSecurity.maxFailures 6 ${target}`);
    await window.press('Enter');
    await window.waitFor('Enter your password to confirm');
    window.type(firstAdmin.password);
    await window.press('Enter');
    await window.waitFor('Two-factor code:');
    window.type(thirdCode);
    await window.press('Enter');
    await expect
      .poll(async () => (await server.call('/settings/get', { page: 'system' }, { token: sessionToken })).data)
      .toMatchObject({ groups: { loginSecurity: { values: { maxFailures: 6 } } } });
  });
});
