import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow, type WindowOptions } from './terminal-window.ts';

interface Listed {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly sort: number;
}

let space: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;

const call = async (path: string, body: object) => {
  const answer = await server.call(path, body, { token });
  expect(answer.code, path).toBe(20000);
  return answer.data;
};
const categories = async () => (await call('/agent-category/list', { pageSize: 50 })).items as Listed[];
const order = async () => (await categories()).map(({ name }) => name.slice(-1)).join('');

beforeAll(async () => {
  space = await signedIn();
  ({ server, token, gantry } = space);
  for (const letter of 'ABCDEF') await call('/agent-category/create', { name: `Category ${letter}`, sort: 500 });
  await call('/banned-word/create', { word: 'only word', remark: 'before' });
});
afterAll(() => space.close());
afterEach(() => {
  window?.close();
  window = null;
});

/** Undoes the last action after a yes. */
async function undo(tui: TerminalWindow): Promise<void> {
  await tui.press('z');
  await tui.shows('Type y');
  tui.type('y');
  await tui.press('Enter');
}

/** A screen without the key that undoes. */
const gone = /^(?!.*z Undo)/s;
const small = { columns: 80, rows: 24 } as const;

async function openList(entity: string, waitFor: string, options: WindowOptions = small): Promise<TerminalWindow> {
  const tui = openTui(gantry, server.url, options);
  window = tui;
  await tui.openList(entity, waitFor);
  return tui;
}

describe('undo by a key', () => {
  it('takes back an action, an edit and a deletion, and stands in the footer and in help while it can', async () => {
    const tui = await openList('banned-word', 'only word');
    expect(tui.text()).not.toContain('z Undo');
    await tui.press('x', '2');
    await tui.shows('Disable: done (z undoes it)');
    await tui.shows('Disabled');
    await tui.shows('z Undo: Disable: only word #1');
    await tui.press('?');
    await tui.shows(/z {5,}Undo/);
    await tui.press('Escape');
    await tui.shows('only word');
    await undo(tui);
    await tui.shows('Undone: Disable: only word #1');
    await tui.shows('Enabled');
    await tui.press('d');
    await tui.shows('You can undo this. Type y');
    tui.type('y');
    await tui.press('Enter');
    await tui.shows('Deleted: only word #1 (z undoes it)');
    await tui.shows('0 total');
    await undo(tui);
    await tui.shows('Undone: Deleted');
    await tui.shows('1/1');
    await tui.shows(gone);
  });

  it('takes back an edit from the page of the record too', async () => {
    const tui = await openList('banned-word', 'only word');
    await tui.press('Enter');
    await tui.shows('before');
    await tui.press('e');
    await tui.shows('only word #1');
    await tui.shows('^S Save');
    tui.type(' more');
    await tui.shows('only word more');
    await tui.press('C-s');
    await tui.shows('Saved: only word #1 (z undoes it)');
    await tui.shows('only word more #1');
    await undo(tui);
    await tui.shows('Undone: Saved');
    await tui.shows(/^ only word #1/m);
    expect((await call('/banned-word/get', { id: 1 })).word).toBe('only word');
  });

  it('keeps what another user wrote since, and says so', async () => {
    const tui = await openList('banned-word', 'only word');
    await tui.press('x', '2');
    await tui.shows('(z undoes it)');
    await call('/banned-word/enable', { id: 1 });
    await undo(tui);
    await tui.shows('Not undone: the record was changed again later.');
    await tui.shows(gone);
  });
});

describe.each([
  ['80x24', small],
  ['200x50', { columns: 200, rows: 50 }],
])('the order by hand in a window of %s', (_name, size) => {
  it('is made with two keys, step by step, and undone step by step', async () => {
    for (const { id } of [...(await categories())].reverse())
      await call('/agent-category/reorder', { id, position: 1 });
    const before = await order();
    const tui = await openList('agent-category', `Category ${before.slice(-1)}`, size);
    tui.type('JJ');
    await tui.shows('position 3 (z undoes it)');
    await tui.shows('3/6');
    await expect.poll(order).toBe(`${before.slice(1, 3)}${before[0]}${before.slice(3)}`);
    await tui.press('K');
    await tui.shows('position 2 (z undoes it)');
    for (const moved of [2, 1, 0]) {
      await undo(tui);
      await tui.shows('Undone: ');
      await expect
        .poll(order)
        .toBe(moved === 0 ? before : `${before.slice(1, moved + 1)}${before[0]}${before.slice(moved + 1)}`);
    }
  });

  it('is only there while the list shows it', async () => {
    const tui = await openList('agent-category', 'Category A', size);
    await tui.press('?');
    await tui.shows(/J {5,}Move down/);
    await tui.press('Escape');
    await tui.shows('Category A');
    await tui.press('/');
    tui.type('Category');
    await tui.press('Enter');
    await tui.shows(/Category.*6 total|6 total.*Category/s);
    await tui.press('?');
    expect(await tui.shows(/Enter {5,}View/)).not.toMatch(/J +Move down/);
  });
});
