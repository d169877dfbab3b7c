import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow, type WindowOptions } from './terminal-window.ts';

interface Category {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly sort: number;
}

let session: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;

const call = async (path: string, body: object) => {
  const answer = await server.call(path, body, { token });
  expect(answer.code, path).toBe(20000);
  return answer.data;
};
const listCategories = async () => (await call('/agent-category/list', { pageSize: 50 })).items as Category[];
const readOrder = async () => (await listCategories()).map(({ name }) => name.slice(-1)).join('');

beforeAll(async () => {
  session = await signedIn();
  ({ server, token, gantry } = session);
  for (const letter of 'ABCDEF') await call('/agent-category/create', { name: `Category ${letter}`, sort: 500 });
  await call('/banned-word/create', { word: 'only word', remark: 'before' });
});
afterAll(() => session.close());
afterEach(() => {
  window?.close();
  window = null;
});

/** Undoes the last action and confirms it. */
async function undo(tui: TerminalWindow): Promise<void> {
  await tui.press('z');
  await tui.waitFor('Type y');
  tui.type('y');
  await tui.press('Enter');
}

/** Matches a screen without the undo key. */
const withoutUndoKey = /^(?!.*z Undo)/s;
const small = { columns: 80, rows: 24 } as const;

async function openList(entity: string, waitFor: string, options: WindowOptions = small): Promise<TerminalWindow> {
  const tui = openTui(gantry, server.url, options);
  window = tui;
  await tui.openList(entity, waitFor);
  return tui;
}

describe('undo key', () => {
  it('undoes an action and a deletion, and is shown in the footer and in the help while it can', async () => {
    const tui = await openList('banned-word', 'only word');
    expect(tui.text()).not.toContain('z Undo');
    await tui.press('x', '2');
    await tui.waitFor('Disable: done (z undoes it)');
    await tui.waitFor('Disabled');
    await tui.waitFor('z Undo: Disable: only word #1');
    await tui.press('?');
    await tui.waitFor(/z {5,}Undo/);
    await tui.press('Escape');
    await tui.waitFor('only word');
    await undo(tui);
    await tui.waitFor('Undone: Disable: only word #1');
    await tui.waitFor('Enabled');
    await tui.press('d');
    await tui.waitFor('You can undo this. Type y');
    tui.type('y');
    await tui.press('Enter');
    await tui.waitFor('Deleted: only word #1 (z undoes it)');
    await tui.waitFor('0 total');
    await undo(tui);
    await tui.waitFor('Undone: Deleted');
    await tui.waitFor('1/1');
    await tui.waitFor(withoutUndoKey);
  });

  it('undoes an edit from the record page', async () => {
    const tui = await openList('banned-word', 'only word');
    await tui.press('Enter');
    await tui.waitFor('before');
    await tui.press('e');
    await tui.waitFor('only word #1');
    await tui.waitFor('^S Save');
    tui.type(' more');
    await tui.waitFor('only word more');
    await tui.press('C-s');
    await tui.waitFor('Saved: only word #1 (z undoes it)');
    await tui.waitFor('only word more #1');
    await undo(tui);
    await tui.waitFor('Undone: Saved');
    await tui.waitFor(/^ only word #1/m);
    expect((await call('/banned-word/get', { id: 1 })).word).toBe('only word');
  });

  it('does not undo an action when another user has changed the record since, and shows the reason', async () => {
    const tui = await openList('banned-word', 'only word');
    await tui.press('x', '2');
    await tui.waitFor('(z undoes it)');
    await call('/banned-word/enable', { id: 1 });
    await undo(tui);
    await tui.waitFor('Not undone: the record was changed again later.');
    await tui.waitFor(withoutUndoKey);
  });
});

describe.each([
  ['80x24', small],
  ['200x50', { columns: 200, rows: 50 }],
])('manual order in a window of %s', (_name, size) => {
  it('moves a record with two keys, and undoes each move', async () => {
    for (const { id } of [...(await listCategories())].reverse())
      await call('/agent-category/reorder', { id, position: 1 });
    const before = await readOrder();
    const tui = await openList('agent-category', `Category ${before.slice(-1)}`, size);
    tui.type('JJ');
    await tui.waitFor('position 3 (z undoes it)');
    await tui.waitFor('3/6');
    await expect.poll(readOrder).toBe(`${before.slice(1, 3)}${before[0]}${before.slice(3)}`);
    await tui.press('K');
    await tui.waitFor('position 2 (z undoes it)');
    for (const moved of [2, 1, 0]) {
      await undo(tui);
      await tui.waitFor('Undone: ');
      await expect
        .poll(readOrder)
        .toBe(moved === 0 ? before : `${before.slice(1, moved + 1)}${before[0]}${before.slice(moved + 1)}`);
    }
  });

  it('offers the keys only while the list shows the manual order', async () => {
    const tui = await openList('agent-category', 'Category A', size);
    await tui.press('?');
    await tui.waitFor(/J {5,}Move down/);
    await tui.press('Escape');
    await tui.waitFor('Category A');
    await tui.press('/');
    tui.type('Category');
    await tui.press('Enter');
    await tui.waitFor(/Category.*6 total|6 total.*Category/s);
    await tui.press('?');
    expect(await tui.waitFor(/Enter {5,}View/)).not.toMatch(/J +Move down/);
  });
});
