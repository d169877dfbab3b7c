import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

let space: SignedIn;
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
  space = await signedIn();
  ({ server, token, gantry } = space);
  const rows = Array.from({ length: 260 }, (_, at) => ({ line: at + 1, values: { word: `word-${at + 1}` } }));
  await call('/banned-word/import', { rows });
});
afterAll(() => space.close());
afterEach(() => {
  window?.close();
  window = null;
});

/** The longest time until a change is shown, in ms: five seconds plus the time that a busy machine takes to draw. */
const seenWithinMs = 8_000;
/** The chosen row of the list; the menu next to it has a pointer too. */
const onPointer = (text: string) => /▌ +\d+ .*/.exec(text)?.[0] ?? '';

/** Waits until all pressed keys have taken effect. */
async function waitUntilStill(tui: TerminalWindow) {
  for (let seen = ''; seen !== onPointer(tui.text()); await pause(500)) seen = onPointer(tui.text());
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
])('a list in a window of %s', (name, size) => {
  it('shows what others create, change and delete, while the cursor stays on its record', async () => {
    const tui = await openWords(size);
    tui.type('jj');
    await tui.shows(/▌ +\d+ .*word-258/);
    const begun = Date.now();
    const id = await add(`later-${name}`);
    await tui.shows(`later-${name}`);
    expect(Date.now() - begun).toBeLessThan(seenWithinMs);
    expect(onPointer(tui.text())).toContain('word-258');
    await tui.shows('4/261');
    await call('/banned-word/disable', { id });
    await tui.shows(new RegExp(`later-${name}.*Disabled`));
    await remove(id);
    await tui.shows('260 total');
    expect(tui.text()).not.toContain(`later-${name}`);
    expect(onPointer(tui.text())).toContain('word-258');
  });

  it('updates rows far behind its first page without moving the visible rows', async () => {
    const tui = await openWords(size);
    for (let rows = size.rows; rows < 170; rows += size.rows - 8) await tui.press('PageDown');
    await tui.shows(/\b(1[2-9]|2\d)\d\/260/);
    await waitUntilStill(tui);
    const [, word = ''] = /(word-\d+)/.exec(onPointer(tui.text())) ?? [];
    const lineOf = (text: string) => text.split('\n').findIndex((line) => /▌ +\d+ /.test(line));
    const line = lineOf(tui.text());
    const { items } = (await call('/banned-word/list', { keyword: word, pageSize: 200 })) as {
      items: { id: number; word: string }[];
    };
    const id = items.find((one) => one.word === word)?.id;
    const added = await add(`newest-${name}`);
    await call('/banned-word/disable', { id });
    await tui.shows(new RegExp(`▌ +\\d+ .*${word} .*Disabled`));
    await tui.shows('261 total');
    expect(lineOf(tui.text())).toBe(line);
    await remove(added);
    await call('/banned-word/enable', { id });
  });
});

describe('a list whose server goes away', () => {
  it('shows how old it is, and updates again once the server is back', async () => {
    const data = mkdtempSync(path.join(gantry.directory, 'server-'));
    const own = await startServer({ data });
    const other = gantry.another();
    const sign = ['login', '--server', own.url, '--username', firstAdmin.username, '--password-stdin'];
    const ownToken = await own.firstAdmin();
    expect((await other.run(sign, `${firstAdmin.password}\n`)).code).toBe(0);
    const tui = openTui(other, own.url, { columns: 80, rows: 24 });
    window = tui;
    await tui.openList('banned-word', 'Nothing here yet');
    await own.stop('SIGKILL');
    await tui.shows(/\d+ s old/);
    await tui.press('r');
    await tui.shows('Press r to retry');
    const restarted = await startServer({ data, args: ['--port', String(own.port)] });
    try {
      await restarted.insist('/banned-word/create', { word: 'after restart' }, { token: ownToken });
      expect(await tui.shows('after restart')).not.toContain('Press r to retry');
    } finally {
      await restarted.stop();
    }
  });
});
