import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow, type WindowOptions } from './terminal-window.ts';

let session: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;

async function create(path: string, body: Record<string, unknown>): Promise<number> {
  const answer = await server.call(`/${path}/create`, body, { token });
  expect(answer.code).toBe(20000);
  return Number(answer.data.id);
}

beforeAll(async () => {
  session = await signedIn();
  ({ server, token, gantry } = session);
  const words = Array.from({ length: 130 }, (_, at) => ({
    line: at + 1,
    values: { word: `违禁词${String(at + 1).padStart(3, '0')}`, category: at % 2 ? 'porn' : 'ad' },
  }));
  const { code } = await server.insist('/banned-word/import', { rows: words }, { token });
  expect(code).toBe(20000);
  await create('notice', { title: '系统维护\u202e红', type: 'maintenance', level: 'warn', content: '正文' });
});
afterAll(() => session.close());
afterEach(() => {
  window?.close();
  window = null;
});

const open = (options: WindowOptions, shell = gantry): TerminalWindow => {
  window = openTui(shell, server.url, options);
  return window;
};
const small = { columns: 80, rows: 24 } as const;
const large = { columns: 200, rows: 50 } as const;

const openWords = (tui: TerminalWindow) => tui.openList('banned-word', '违禁词130');

describe('sign-in page', () => {
  it('asks for the username and a hidden password, and shows the workplace', async () => {
    const tui = open(small, gantry.another());
    await tui.waitFor('Username');
    tui.type(firstAdmin.username);
    await tui.press('Enter');
    tui.type(firstAdmin.password);
    expect(await tui.waitFor('••••')).not.toContain(firstAdmin.password);
    await tui.press('Enter');
    const workplace = await tui.waitFor('Database');
    for (const title of ['Overview', 'Content activity', 'Orders', 'Messages', 'System'])
      expect(workplace).toContain(title);
  });

  it('shows errors and the captcha image, and leaves no file behind', async () => {
    const other = gantry.another();
    const countImages = () => readdirSync(other.directory).filter((name) => name.startsWith('gantry-captcha-')).length;
    const tui = open({ ...small, env: { TMPDIR: other.directory } }, other);
    await tui.waitFor('Username');
    tui.type('unknown-user');
    await tui.press('Enter');
    for (let tries = 0; tries < 2; tries += 1) {
      tui.type('not-the-password');
      await tui.press('Enter');
      await tui.waitFor(tries === 0 ? 'Incorrect username' : 'Captcha');
    }
    expect(await tui.waitFor('▀▀▀▀')).toContain('Captcha');
    expect(countImages()).toBe(1);
    await tui.press('Escape');
    await tui.waitForExit();
    await expect.poll(countImages).toBe(0);
  });
});

describe.each([
  ['80x24', small],
  ['200x50', large],
])('terminal interface in a window of %s', (_name, size) => {
  it('fits on the screen in both languages', async () => {
    for (const locale of ['zh-CN', 'en-US'] as const) {
      const tui = open({ ...size, locale });
      await tui.waitFor(locale === 'zh-CN' ? '数据库' : 'Database');
      const lines = tui.text().split('\n');
      expect(lines[0]).toContain('Gantry');
      expect(
        lines.slice(0, size.rows).filter((line) => line.startsWith('╰') || line.includes('╰')).length,
      ).toBeGreaterThan(0);
      tui.close();
      window = null;
    }
  });

  it('moves ten rows by ten keys in one packet, and loads the next page when it is needed', async () => {
    const tui = open(size);
    await openWords(tui);
    tui.type('jjjjjjjjjj');
    await tui.waitFor(/11\/130/);
    await tui.press('G');
    expect(await tui.waitFor('130/130')).toContain('违禁词001');
  });

  it('searches and filters a list, and shows its keyword and filters', async () => {
    const tui = open(size);
    await openWords(tui);
    await tui.press('f', '1');
    await tui.waitFor('Advertising');
    await tui.press('j', 'j', 'j', 'j', 'j', 'j', 'Space', 'Enter');
    expect(await tui.waitFor('65 total')).toContain('Category=Advertising');
    await tui.press('/');
    tui.type('违禁词01');
    await tui.press('Enter');
    expect(await tui.waitFor(/ 5 total/)).toContain('"违禁词01"');
    await tui.press('u');
    await tui.waitFor('130 total');
  });

  it('shows a saved view of the list, and all records again', async () => {
    const name = `Odd ${size.columns}`;
    const query = { q: '违禁词01', f: '{"category":["ad"]}' };
    expect((await server.call('/view/create', { resource: 'bannedWord', name, query }, { token })).code).toBe(20000);
    const tui = open(size);
    await openWords(tui);
    await tui.press('v');
    await tui.waitFor(name);
    await tui.press('j', 'Enter');
    expect(await tui.waitFor(/ 5 total/)).toContain('Category=Advertising');
    await tui.press('v');
    await tui.waitFor('1 All');
    await tui.press('Enter');
    await tui.waitFor('130 total');
  });

  it('saves an edited record on the server', async () => {
    const tui = open(size);
    await openWords(tui);
    const id = await create('banned-word', { word: `改前${size.columns}` });
    await tui.press('r');
    await tui.waitFor(`改前${size.columns}`);
    // The cursor stays on its record; the new record is above it.
    await tui.press('g');
    await tui.waitFor(new RegExp(`▌ +\\d+ +改前${size.columns}`));
    await tui.press('e');
    await tui.waitFor('^S Save');
    tui.type('改后');
    await tui.press('C-s');
    await tui.waitFor('Saved');
    const stored = await server.call('/banned-word/get', { id }, { token });
    expect(stored.data.word).toBe(`改前${size.columns}改后`);
    expect((await server.call('/banned-word/delete', { id, version: stored.data.version }, { token })).code).toBe(
      20000,
    );
  });

  it('restores the terminal on exit', async () => {
    const tui = open(size);
    await tui.waitFor('q Quit');
    expect(tui.state('alternate_on')).toBe('1');
    await tui.press('q');
    await tui.waitForExit();
    tui.type('echo rc=$? && stty -a | grep -o " icanon"');
    await tui.press('Enter');
    expect(await tui.waitFor(/rc=0\n icanon/)).toContain('rc=0');
    expect([tui.state('alternate_on'), tui.state('cursor_flag')]).toEqual(['0', '1']);
  });
});

describe('forms and actions', () => {
  it('shows both versions when another user saved first, and keeps the input', async () => {
    const id = await create('banned-word', { word: '冲突' });
    const tui = open(small);
    await tui.openList('banned-word', '冲突');
    await tui.press('e');
    await tui.waitFor('^S Save');
    tui.type('的词');
    const theirs = { id, version: 1, word: '别人改的', category: 'illegal' };
    expect((await server.call('/banned-word/update', theirs, { token })).code).toBe(20000);
    await tui.press('C-s');
    const page = await tui.waitFor('Theirs');
    expect(page).toMatch(/别人改的.*冲突的词/);
    await tui.press('Enter', 'C-s');
    await tui.waitFor('Saved');
    const stored = await server.call('/banned-word/get', { id }, { token });
    expect(stored.data).toMatchObject({ word: '冲突的词', category: 'illegal', version: 3 });
    await server.call('/banned-word/delete', { id, version: 3 }, { token });
  });

  it('shows validation errors at their fields', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('n');
    await tui.waitFor('^S Save');
    await tui.press('C-s');
    await tui.waitFor('Word is required');
    await tui.press('Escape');
    await tui.waitFor('违禁词130');
  });

  it('runs an action on all matching records after confirmation', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('/');
    tui.type('违禁词02');
    await tui.press('Enter');
    await tui.waitFor('10 total');
    await tui.press('a');
    await tui.waitFor('All 10 matching selected');
    await tui.press('x', '2');
    await tui.waitFor('Disable: 10 records?');
    await tui.press('y', 'Enter');
    await tui.waitFor('10 done, 0 failed');
    const list = await server.call('/banned-word/list', { filters: { status: ['disabled'] } }, { token });
    expect(list.data.total).toBe(10);
  });

  it('exports the list to a file, and overwrites an existing file after confirmation', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('/');
    tui.type('违禁词03');
    await tui.press('Enter');
    await tui.waitFor('10 total');
    const file = path.join(gantry.directory, 'words.csv');
    for (const words of ['Saved: ', 'A file with this name already exists']) {
      await tui.press('w');
      await tui.waitFor('Save to banned-word.csv');
      await tui.press('C-u');
      tui.type(file);
      await tui.press('Enter');
      await tui.waitFor(words);
    }
    await tui.press('y', 'Enter');
    await tui.waitFor('Saved: ');
    const lines = readFileSync(file, 'utf8').trim().split('\r\n');
    expect([lines.length, lines[1]]).toEqual([11, expect.stringContaining('违禁词039')]);
  });

  it('tests a text and shows each match with its position and its rule', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('x');
    await tui.waitFor('Test a text');
    await tui.press('3');
    await tui.waitFor('^S Run');
    tui.type('前文违禁词005后文');
    await tui.press('C-s');
    const result = await tui.waitFor('1 match');
    expect(result).toContain('Block');
    expect(result).toMatch(/违禁词005\s+2-8\s+Automatic/);
  });

  it('saves settings, and rolls them back from their history', async () => {
    const tui = open(small);
    await tui.openList('/form/group', 'Site name');
    await tui.press('e');
    await tui.waitFor('^S Save');
    tui.type(' 二号');
    await tui.press('C-s');
    await tui.waitFor(/^(?=.*Gantry 二号).*h History/s);
    await tui.press('h');
    await tui.waitFor('Gantry › Gantry 二号');
    await tui.press('Enter');
    await tui.waitFor('Type y and press Enter');
    await tui.press('y', 'Enter');
    await tui.waitFor('Rolled back');
    const stored = await server.call('/settings/get', { page: 'system' }, { token });
    expect(stored.data).toMatchObject({ groups: { site: { values: { name: 'Gantry' }, version: 2 } } });
  });
});

describe('terminal handling', () => {
  it('restores the terminal on SIGTERM and SIGHUP', async () => {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const tui = open(small);
      await tui.waitFor('q Quit');
      process.kill(tui.programPid(), signal);
      await tui.waitForExit();
      expect([tui.state('alternate_on'), tui.state('cursor_flag')]).toEqual(['0', '1']);
      tui.close();
      window = null;
    }
  });

  it('writes line by line for a screen reader, and announces only the chosen row after a move', async () => {
    const tui = open({ columns: 100, rows: 50, env: { ACCESSIBLE: '1' } });
    await tui.waitFor('Line by line');
    await tui.waitFor(/^Database,? sqlite/m);
    await tui.press(':');
    tui.type('banned-word');
    await tui.press('Enter');
    await tui.waitFor(/^> \d+, 违禁词130,/m);
    await tui.press('j');
    const spoken = await tui.waitFor(/\n> \d+, 违禁词129,/);
    expect(spoken.match(/违禁词130/g)).toHaveLength(1);
    expect([tui.state('alternate_on'), tui.state('cursor_flag')]).toEqual(['0', '1']);
    expect(spoken).not.toMatch(/[─│▌]/);
  });

  it('suspends on ^Z and resumes on fg', async () => {
    const tui = open(small);
    await tui.waitFor('q Quit');
    await tui.press('C-z');
    await tui.waitFor('Stopped');
    expect(tui.state('alternate_on')).toBe('0');
    tui.type('fg');
    await tui.press('Enter');
    await tui.waitFor('Database');
    expect(tui.state('alternate_on')).toBe('1');
  });

  it('redraws when the window becomes smaller or larger', async () => {
    const tui = open(small);
    await openWords(tui);
    tui.resize(60, 16);
    await tui.waitFor(/^ Gantry.{0,60}\n─{60}\n/);
    tui.resize(150, 40);
    const seen = await tui.waitFor(/^ Gantry.*\n─{150}\n/);
    expect(seen).toContain('Workplace');
    expect(seen.split('\n').filter((line) => line.includes('违禁词130'))).toHaveLength(1);
  });

  it('escapes control characters in data', async () => {
    const tui = open(small);
    expect(await tui.openList('notice', '系统维护')).toContain('\\u{202e}红');
  });

  it('uses only ASCII characters in the locale C, also without colors', async () => {
    const tui = open({ ...small, env: { LANG: 'C', NO_COLOR: '1' } });
    const seen = await tui.waitFor('Database');
    expect(seen).not.toMatch(/[^\u0000-\u007f]/);
    expect(seen).toContain('+-');
  });

  it('places the cursor after Chinese text, for input methods', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('/');
    tui.type('违禁词');
    await tui.waitFor(/\/ 违禁词/);
    expect([tui.state('cursor_x'), tui.state('cursor_flag')]).toEqual(['9', '1']);
  });
});
