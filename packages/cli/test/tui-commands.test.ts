import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow, type WindowOptions } from './terminal-window.ts';

let session: SignedIn;
let server: RunningServer;
let other: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;

const call = async (path: string, body: object, of = { server, token }) => {
  const answer = await of.server.insist(path, body, { token: of.token });
  expect(answer.code, path).toBe(20000);
  return answer.data;
};

beforeAll(async () => {
  session = await signedIn();
  ({ server, token, gantry } = session);
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
  await session?.close();
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

/** The banned words in the visible rows, in their order. */
const readWords = (text: string) => [...text.matchAll(/(?:spam|good) \w+/g)].map(([word]) => word);

describe('command bar', () => {
  it('switches to the server of another profile and back, and keeps no data of the first', async () => {
    const tui = await openList('banned-word', 'spam one');
    await tui.press(':');
    tui.type('profile');
    await tui.waitFor(/▌ :profile staging +\S*127/);
    await tui.press('Enter');
    await tui.waitFor(new RegExp(`${new URL(other.url).host}[^]*q Quit`));
    await tui.openList('banned-word', 'of staging');
    expect(tui.text()).not.toContain('spam one');
    await tui.press(':');
    tui.type('profile def');
    await tui.press('Enter');
    await tui.waitFor(new URL(server.url).host);
    await tui.openList('banned-word', 'spam one');
    expect(storedProfiles().current).toBe('default');
  });

  it('changes the theme and stores it', async () => {
    const tui = await openList('banned-word', 'spam one');
    await tui.press(':');
    tui.type('theme');
    await tui.waitFor(/:theme light/);
    tui.type(' li');
    await tui.waitFor(/▌ :theme light/);
    await tui.press('Enter');
    await expect.poll(() => storedProfiles().theme).toBe('light');
  });

  it('completes a command and a record with Tab, so that an action can be typed after it', async () => {
    const tui = open();
    await tui.waitFor('q Quit');
    await tui.press(':');
    tui.type('theme d');
    await tui.press('Tab');
    await tui.waitFor(/^ : theme dark$/m);
    await tui.press('C-u');
    tui.type('spam tw');
    await tui.waitFor(/▌ spam two/);
    await tui.press('Tab');
    await tui.waitFor(/^ : spam two ?$/m);
    tui.type('disable');
    await tui.waitFor(/▌ spam two · Disable/);
    await tui.press('C-u');
    tui.type('disable spam tw');
    await tui.waitFor(/▌ spam two · Disable/);
    await tui.press('Escape');
  });
});

describe.each([
  ['80x24', small],
  ['200x50', large],
])('list in a window of %s', (_name, size) => {
  it('hides rows with !, picks only the remaining ones, and shows all again', async () => {
    const tui = await openList('banned-word', 'spam one', size);
    await tui.press('/');
    tui.type('!spam');
    await tui.press('Enter');
    expect(readWords(await tui.waitFor('1/1 of 3 read'))).not.toContain('spam one');
    await tui.press('a');
    await tui.waitFor('1 selected');
    await tui.press('X');
    expect(tui.text()).not.toContain('Bulk');
    await tui.press('u');
    await tui.waitFor('1/3');
  });

  it('sorts by the visible columns and reverses the order', async () => {
    const tui = await openList('banned-word', 'spam one', size);
    await tui.waitFor(/ID ▼/);
    await tui.press('S');
    await tui.waitFor(/ID ▲/);
    await tui.waitFor(/▌ +1 +spam one/);
    await tui.press('>');
    await tui.waitFor(/Matches ▲/);
    await tui.press('<');
    await tui.waitFor(/ID ▲/);
  });

  it('shows chosen columns, and all columns in a wide list', async () => {
    const tui = await openList('banned-word', 'spam one', size);
    await tui.press('c');
    await tui.waitFor('Space Select');
    for (let at = 0; at < 6; at += 1) await tui.press('j');
    await tui.press('Space', 'Enter');
    await tui.waitFor(/ID ▼.*Replacement/);
    await tui.press('W');
    await tui.waitFor('More columns');
    for (let at = 0; at < 17; at += 1) await tui.press('l');
    await tui.waitFor(/ID ▼ +Word +Remark$/m);
  });
});

describe('filter by a reference', () => {
  it('accepts the name of a record, lists all records for ?, and shows the name in the filter', async () => {
    const tui = await openList('agent', 'Nothing here yet');
    await tui.press('f');
    await tui.waitFor('2 Category');
    await tui.press('2');
    await tui.waitFor('? lists them');
    tui.type('Gree');
    await tui.press('Enter');
    await tui.waitFor('Category=Green');
    await tui.press('f');
    await tui.waitFor('2 Category');
    await tui.press('2');
    await tui.waitFor('? lists them');
    await tui.press('C-u', '?', 'Enter');
    await tui.waitFor('Blue');
    await tui.press('Escape');
    await tui.waitFor('Category=Green');
  });
});
