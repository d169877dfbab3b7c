import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

let session: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;

const call = async (path: string, body: object) => {
  const answer = await server.insist(path, body, { token });
  expect(answer.code, path).toBe(20000);
  return answer.data;
};
const remove = async (id: number) => {
  const { version } = await call('/banned-word/get', { id });
  await call('/banned-word/delete', { id, version });
};
const add = async (word: string) => Number((await call('/banned-word/create', { word, remark: 'as created' })).id);

beforeAll(async () => {
  session = await signedIn();
  ({ server, token, gantry } = session);
  const rows = Array.from({ length: 260 }, (_, at) => ({ line: at + 1, values: { word: `word-${at + 1}` } }));
  await call('/banned-word/import', { rows });
});
afterAll(() => session.close());
afterEach(() => {
  window?.close();
  window = null;
});

/** Maximum time until a change is shown, in ms: five seconds plus the time that a busy machine takes to render. */
const maxDelayMs = 8_000;
/** The chosen row of the list; the navigation beside it has a pointer too. */
const findChosenRow = (text: string) => /▌ +\d+ .*/.exec(text)?.[0] ?? '';

/** Waits until all pressed keys have taken effect. */
async function waitUntilSettled(tui: TerminalWindow) {
  for (let seen = ''; seen !== findChosenRow(tui.text()); await pause(500)) seen = findChosenRow(tui.text());
}

async function openWords(size: { columns: number; rows: number }) {
  const tui = openTui(gantry, server.url, size);
  window = tui;
  await tui.openList('banned-word', 'word-260');
  return tui;
}

describe.each([
  ['80x24', { columns: 80, rows: 24 }],
  ['200x50', { columns: 200, rows: 50 }],
])('list in a window of %s', (name, size) => {
  it('shows what other users create, change and delete, while the cursor stays on its record', async () => {
    const tui = await openWords(size);
    tui.type('jj');
    await tui.waitFor(/▌ +\d+ .*word-258/);
    const startedAt = Date.now();
    const id = await add(`later-${name}`);
    await tui.waitFor(`later-${name}`);
    expect(Date.now() - startedAt).toBeLessThan(maxDelayMs);
    expect(findChosenRow(tui.text())).toContain('word-258');
    await tui.waitFor('4/261');
    await call('/banned-word/disable', { id });
    await tui.waitFor(new RegExp(`later-${name}.*Disabled`));
    await remove(id);
    await tui.waitFor('260 total');
    expect(tui.text()).not.toContain(`later-${name}`);
    expect(findChosenRow(tui.text())).toContain('word-258');
  });

  it('updates rows far below the first page without moving the visible rows', async () => {
    const tui = await openWords(size);
    for (let rows = size.rows; rows < 170; rows += size.rows - 8) await tui.press('PageDown');
    await tui.waitFor(/\b(1[2-9]|2\d)\d\/260/);
    await waitUntilSettled(tui);
    const [, word = ''] = /(word-\d+)/.exec(findChosenRow(tui.text())) ?? [];
    const findChosenLine = (text: string) => text.split('\n').findIndex((line) => /▌ +\d+ /.test(line));
    const line = findChosenLine(tui.text());
    const { items } = (await call('/banned-word/list', { keyword: word, pageSize: 200 })) as {
      items: { id: number; word: string }[];
    };
    const id = items.find((one) => one.word === word)?.id;
    const added = await add(`newest-${name}`);
    await call('/banned-word/disable', { id });
    await tui.waitFor(new RegExp(`▌ +\\d+ .*${word} .*Disabled`));
    await tui.waitFor('261 total');
    expect(findChosenLine(tui.text())).toBe(line);
    await remove(added);
    await call('/banned-word/enable', { id });
  });
});

describe('list without a connection to the server', () => {
  it('shows the age of its rows, and updates when the server is back', async () => {
    const data = mkdtempSync(path.join(gantry.directory, 'server-'));
    const separateServer = await startServer({ data });
    const other = gantry.another();
    const login = ['login', '--server', separateServer.url, '--username', firstAdmin.username, '--password-stdin'];
    const ownToken = await separateServer.firstAdmin();
    expect((await other.run(login, `${firstAdmin.password}\n`)).code).toBe(0);
    const tui = openTui(other, separateServer.url, { columns: 80, rows: 24 });
    window = tui;
    await tui.openList('banned-word', 'Nothing here yet');
    await separateServer.stop('SIGKILL');
    await tui.waitFor(/\d+ s old/);
    await tui.press('r');
    await tui.waitFor('Press r to retry');
    const restarted = await startServer({ data, args: ['--port', String(separateServer.port)] });
    try {
      await restarted.insist('/banned-word/create', { word: 'after restart' }, { token: ownToken });
      expect(await tui.waitFor('after restart')).not.toContain('Press r to retry');
    } finally {
      await restarted.stop();
    }
  });
});
