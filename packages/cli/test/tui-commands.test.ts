import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow, type WindowOptions } from './terminal-window.ts';

let space: SignedIn;
let server: RunningServer;
let other: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;

const call = async (where: string, body: object, of = { server, token }) => {
  const answer = await of.server.insist(where, body, { token: of.token });
  expect(answer.code, where).toBe(20000);
  return answer.data;
};

beforeAll(async () => {
  space = await signedIn();
  ({ server, token, gantry } = space);
  other = await startServer({ args: [] });
  await call('/banned-word/create', { word: 'of staging' }, { server: other, token: await other.firstAdmin() });
  const signIn = ['login', '--profile', 'staging', '--server', other.url, '--username', firstAdmin.username];
  expect((await gantry.run([...signIn, '--password-stdin'], `${firstAdmin.password}\n`)).code).toBe(0);
  const words = ['spam one', 'spam two', 'good one'].map((word, at) => ({ line: at + 1, values: { word } }));
  await call('/banned-word/import', { rows: words });
  const categories = ['Blue', 'Green'];
  for (const name of categories) await call('/agent-category/create', { name });
});
afterAll(async () => {
  await other?.stop();
  await space?.close();
});
afterEach(() => {
  window?.close();
  window = null;
});

const small = { columns: 80, rows: 24 } as const;
const large = { columns: 200, rows: 50 } as const;
const storedProfiles = () => JSON.parse(readFileSync(path.join(gantry.directory, 'profiles.json'), 'utf8'));

function open(options: WindowOptions = small): TerminalWindow {
  window = openTui(gantry, server.url, options);
  return window;
}
async function openList(place: string, waitFor: string | RegExp, options: WindowOptions = small) {
  const tui = open(options);
  await tui.openList(place, waitFor);
  return tui;
}

/** The words of the list from the first row on. */
const listed = (text: string) => [...text.matchAll(/(?:spam|good) \w+/g)].map(([word]) => word);

describe('the command bar', () => {
  it('goes to the server of another profile and back, with nothing of the first left', async () => {
    const tui = await openList('banned-word', 'spam one');
    await tui.press(':');
    tui.type('profile');
    await tui.shows(/▌ :profile staging +\S*127/);
    await tui.press('Enter');
    await tui.shows(new RegExp(`${new URL(other.url).host}[^]*q Quit`));
    await tui.openList('banned-word', 'of staging');
    expect(tui.text()).not.toContain('spam one');
    await tui.press(':');
    tui.type('profile def');
    await tui.press('Enter');
    await tui.shows(new URL(server.url).host);
    await tui.openList('banned-word', 'spam one');
    expect(storedProfiles().current).toBe('default');
  });

  it('changes the theme for this time and the next', async () => {
    const tui = await openList('banned-word', 'spam one');
    await tui.press(':');
    tui.type('theme');
    await tui.shows(/:theme light/);
    tui.type(' li');
    await tui.shows(/▌ :theme light/);
    await tui.press('Enter');
    await expect.poll(() => storedProfiles().theme).toBe('light');
  });

  it('completes a page, a record and a command by Tab, to type on behind it', async () => {
    const tui = open();
    await tui.shows('q Quit');
    await tui.press(':');
    tui.type('theme d');
    await tui.press('Tab');
    await tui.shows(/^ : theme dark$/m);
    await tui.press('C-u');
    tui.type('spam tw');
    await tui.shows(/▌ spam two/);
    await tui.press('Tab');
    await tui.shows(/^ : spam two ?$/m);
    tui.type('disable');
    await tui.shows(/▌ spam two · Disable/);
    await tui.press('C-u');
    tui.type('disable spam tw');
    await tui.shows(/▌ spam two · Disable/);
    await tui.press('Escape');
  });
});

describe.each([
  ['80x24', small],
  ['200x50', large],
])('a list in a window of %s', (_name, size) => {
  it('hides rows by !, selects only what is left, and shows all again', async () => {
    const tui = await openList('banned-word', 'spam one', size);
    await tui.press('/');
    tui.type('!spam');
    await tui.press('Enter');
    expect(listed(await tui.shows('1/1 of 3 read'))).not.toContain('spam one');
    await tui.press('a');
    await tui.shows('1 selected');
    await tui.press('X');
    expect(tui.text()).not.toContain('Bulk');
    await tui.press('u');
    await tui.shows('1/3');
  });

  it('sorts by the columns in sight and turns the order round', async () => {
    const tui = await openList('banned-word', 'spam one', size);
    await tui.shows(/ID ▼/);
    await tui.press('S');
    await tui.shows(/ID ▲/);
    await tui.shows(/▌ +1 +spam one/);
    await tui.press('>');
    await tui.shows(/Matches ▲/);
    await tui.press('<');
    await tui.shows(/ID ▲/);
  });

  it('shows other columns by choice, and all of them side by side', async () => {
    const tui = await openList('banned-word', 'spam one', size);
    await tui.press('c');
    await tui.shows('Space Select');
    for (let at = 0; at < 6; at += 1) await tui.press('j');
    await tui.press('Space', 'Enter');
    await tui.shows(/ID ▼.*Replacement/);
    await tui.press('W');
    await tui.shows('More columns');
    for (let at = 0; at < 17; at += 1) await tui.press('l');
    await tui.shows(/ID ▼ +Word +Remark$/m);
  });
});

describe('a filter by a record', () => {
  it('takes its name, lists what there is, and says the name', async () => {
    const tui = await openList('agent', 'Nothing here yet');
    await tui.press('f');
    await tui.shows('2 Category');
    await tui.press('2');
    await tui.shows('? lists them');
    tui.type('Gree');
    await tui.press('Enter');
    await tui.shows('Category=Green');
    await tui.press('f');
    await tui.shows('2 Category');
    await tui.press('2');
    await tui.shows('? lists them');
    await tui.press('C-u', '?', 'Enter');
    await tui.shows('Blue');
    await tui.press('Escape');
    await tui.shows('Category=Green');
  });
});
