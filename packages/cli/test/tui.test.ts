import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow, type WindowOptions } from './terminal-window.ts';

let space: SignedIn;
let server: RunningServer;
let token: string;
let gantry: Gantry;
let window: TerminalWindow | null = null;

async function add(path: string, body: Record<string, unknown>): Promise<number> {
  const answer = await server.call(`/${path}/create`, body, { token });
  expect(answer.code).toBe(20000);
  return Number(answer.data.id);
}

beforeAll(async () => {
  space = await signedIn();
  ({ server, token, gantry } = space);
  const words = Array.from({ length: 130 }, (_, at) => ({
    line: at + 1,
    values: { word: `违禁词${String(at + 1).padStart(3, '0')}`, category: at % 2 ? 'porn' : 'ad' },
  }));
  const { code } = await server.insist('/banned-word/import', { rows: words }, { token });
  expect(code).toBe(20000);
  await add('notice', { title: '系统维护\u202e红', type: 'maintenance', level: 'warn', content: '正文' });
});
afterAll(() => space.close());
afterEach(() => {
  window?.close();
  window = null;
});

const open = (options: WindowOptions, who = gantry): TerminalWindow => {
  window = openTui(who, server.url, options);
  return window;
};
const small = { columns: 80, rows: 24 } as const;
const large = { columns: 200, rows: 50 } as const;

const openWords = (tui: TerminalWindow) => tui.openList('banned-word', '违禁词130');

describe('the way in', () => {
  it('asks for the name and a hidden password, and shows the workplace', async () => {
    const tui = open(small, gantry.another());
    await tui.shows('Username');
    tui.type(firstAdmin.username);
    await tui.press('Enter');
    tui.type(firstAdmin.password);
    expect(await tui.shows('••••')).not.toContain(firstAdmin.password);
    await tui.press('Enter');
    const workplace = await tui.shows('Database');
    for (const title of ['Overview', 'Content activity', 'Orders', 'Messages', 'System'])
      expect(workplace).toContain(title);
  });

  it('says what was wrong, draws the image that the server sends, and leaves no file behind', async () => {
    const stranger = gantry.another();
    const pictures = () => readdirSync(stranger.directory).filter((name) => name.startsWith('gantry-captcha-')).length;
    const tui = open({ ...small, env: { TMPDIR: stranger.directory } }, stranger);
    await tui.shows('Username');
    tui.type('somebody-else');
    await tui.press('Enter');
    for (let tries = 0; tries < 2; tries += 1) {
      tui.type('not-the-password');
      await tui.press('Enter');
      await tui.shows(tries === 0 ? 'Incorrect username' : 'Captcha');
    }
    expect(await tui.shows('▀▀▀▀')).toContain('Captcha');
    expect(pictures()).toBe(1);
    await tui.press('Escape');
    await tui.left();
    await expect.poll(pictures).toBe(0);
  });
});

describe.each([
  ['80x24', small],
  ['200x50', large],
])('in a window of %s', (_name, size) => {
  it('fills the screen and no more, in both languages', async () => {
    for (const locale of ['zh-CN', 'en-US'] as const) {
      const tui = open({ ...size, locale });
      await tui.shows(locale === 'zh-CN' ? '数据库' : 'Database');
      const lines = tui.text().split('\n');
      expect(lines[0]).toContain('Gantry');
      expect(
        lines.slice(0, size.rows).filter((line) => line.startsWith('╰') || line.includes('╰')).length,
      ).toBeGreaterThan(0);
      tui.close();
      window = null;
    }
  });

  it('moves ten rows by ten keys of one packet, and fetches the next page when it is needed', async () => {
    const tui = open(size);
    await openWords(tui);
    tui.type('jjjjjjjjjj');
    await tui.shows(/11\/130/);
    await tui.press('G');
    expect(await tui.shows('130/130')).toContain('违禁词001');
  });

  it('searches, filters by kind, and says what the list is narrowed to', async () => {
    const tui = open(size);
    await openWords(tui);
    await tui.press('f', '1');
    await tui.shows('Advertising');
    await tui.press('j', 'j', 'j', 'j', 'j', 'j', 'Space', 'Enter');
    expect(await tui.shows('65 total')).toContain('Category=Advertising');
    await tui.press('/');
    tui.type('违禁词01');
    await tui.press('Enter');
    expect(await tui.shows(/ 5 total/)).toContain('"违禁词01"');
    await tui.press('u');
    await tui.shows('130 total');
  });

  it('shows a saved view of the list, and the plain list again', async () => {
    const name = `Odd ${size.columns}`;
    const query = { q: '违禁词01', f: '{"category":["ad"]}' };
    expect((await server.call('/view/create', { resource: 'bannedWord', name, query }, { token })).code).toBe(20000);
    const tui = open(size);
    await openWords(tui);
    await tui.press('v');
    await tui.shows(name);
    await tui.press('j', 'Enter');
    expect(await tui.shows(/ 5 total/)).toContain('Category=Advertising');
    await tui.press('v');
    await tui.shows('1 All');
    await tui.press('Enter');
    await tui.shows('130 total');
  });

  it('edits a record, and the server keeps it', async () => {
    const tui = open(size);
    await openWords(tui);
    const id = await add('banned-word', { word: `改前${size.columns}` });
    await tui.press('r');
    await tui.shows(`改前${size.columns}`);
    // The cursor stays on the record on which it was; the new one stands above of it.
    await tui.press('g');
    await tui.shows(new RegExp(`▌ +\\d+ +改前${size.columns}`));
    await tui.press('e');
    await tui.shows('^S Save');
    tui.type('改后');
    await tui.press('C-s');
    await tui.shows('Saved');
    const stored = await server.call('/banned-word/get', { id }, { token });
    expect(stored.data.word).toBe(`改前${size.columns}改后`);
    expect((await server.call('/banned-word/delete', { id, version: stored.data.version }, { token })).code).toBe(
      20000,
    );
  });

  it('gives the terminal back when it is left', async () => {
    const tui = open(size);
    await tui.shows('q Quit');
    expect(tui.state('alternate_on')).toBe('1');
    await tui.press('q');
    await tui.left();
    tui.type('echo rc=$? && stty -a | grep -o " icanon"');
    await tui.press('Enter');
    expect(await tui.shows(/rc=0\n icanon/)).toContain('rc=0');
    expect([tui.state('alternate_on'), tui.state('cursor_flag')]).toEqual(['0', '1']);
  });
});

describe('writing', () => {
  it('shows both versions when another user saved first, and loses nothing that was typed', async () => {
    const id = await add('banned-word', { word: '冲突' });
    const tui = open(small);
    await tui.openList('banned-word', '冲突');
    await tui.press('e');
    await tui.shows('^S Save');
    tui.type('的词');
    const theirs = { id, version: 1, word: '别人改的', category: 'illegal' };
    expect((await server.call('/banned-word/update', theirs, { token })).code).toBe(20000);
    await tui.press('C-s');
    const page = await tui.shows('Theirs');
    expect(page).toMatch(/别人改的.*冲突的词/);
    await tui.press('Enter', 'C-s');
    await tui.shows('Saved');
    const stored = await server.call('/banned-word/get', { id }, { token });
    expect(stored.data).toMatchObject({ word: '冲突的词', category: 'illegal', version: 3 });
    await server.call('/banned-word/delete', { id, version: 3 }, { token });
  });

  it('rejects what core rejects, next to the field', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('n');
    await tui.shows('^S Save');
    await tui.press('C-s');
    await tui.shows('Word is required');
    await tui.press('Escape');
    await tui.shows('违禁词130');
  });

  it('runs an action over all that match, once a typed yes says so', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('/');
    tui.type('违禁词02');
    await tui.press('Enter');
    await tui.shows('10 total');
    await tui.press('a');
    await tui.shows('All 10 matching selected');
    await tui.press('x', '2');
    await tui.shows('Disable: 10 records?');
    await tui.press('y', 'Enter');
    await tui.shows('10 done, 0 failed');
    const list = await server.call('/banned-word/list', { filters: { status: ['disabled'] } }, { token });
    expect(list.data.total).toBe(10);
  });

  it('saves what is listed as a file, and over another once a typed yes says so', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('/');
    tui.type('违禁词03');
    await tui.press('Enter');
    await tui.shows('10 total');
    const file = path.join(gantry.directory, 'words.csv');
    for (const words of ['Saved: ', 'A file with this name already exists']) {
      await tui.press('w');
      await tui.shows('Save to banned-word.csv');
      await tui.press('C-u');
      tui.type(file);
      await tui.press('Enter');
      await tui.shows(words);
    }
    await tui.press('y', 'Enter');
    await tui.shows('Saved: ');
    const lines = readFileSync(file, 'utf8').trim().split('\r\n');
    expect([lines.length, lines[1]]).toEqual([11, expect.stringContaining('违禁词039')]);
  });

  it('tests a text and shows what was found where, and by which rule', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('x');
    await tui.shows('Test a text');
    await tui.press('3');
    await tui.shows('^S Run');
    tui.type('前文违禁词005后文');
    await tui.press('C-s');
    const result = await tui.shows('1 match');
    expect(result).toContain('Block');
    expect(result).toMatch(/违禁词005\s+2-8\s+Automatic/);
  });

  it('saves settings under their version, and rolls them back from their history', async () => {
    const tui = open(small);
    await tui.openList('/form/group', 'Site name');
    await tui.press('e');
    await tui.shows('^S Save');
    tui.type(' 二号');
    await tui.press('C-s');
    await tui.shows(/^(?=.*Gantry 二号).*h History/s);
    await tui.press('h');
    await tui.shows('Gantry › Gantry 二号');
    await tui.press('Enter');
    await tui.shows('Type y and press Enter');
    await tui.press('y', 'Enter');
    await tui.shows('Rolled back');
    const stored = await server.call('/settings/get', { page: 'system' }, { token });
    expect(stored.data).toMatchObject({ groups: { site: { values: { name: 'Gantry' }, version: 2 } } });
  });
});

describe('the terminal', () => {
  it('is given back on SIGTERM and SIGHUP', async () => {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const tui = open(small);
      await tui.shows('q Quit');
      process.kill(tui.programPid(), signal);
      await tui.left();
      expect([tui.state('alternate_on'), tui.state('cursor_flag')]).toEqual(['0', '1']);
      tui.close();
      window = null;
    }
  });

  it('is spoken to line by line for a screen reader: what was said stays, and a move says the chosen row alone', async () => {
    const tui = open({ columns: 100, rows: 50, env: { ACCESSIBLE: '1' } });
    await tui.shows('Line by line');
    await tui.shows(/^Database,? sqlite/m);
    await tui.press(':');
    tui.type('banned-word');
    await tui.press('Enter');
    await tui.shows(/^> \d+, 违禁词130,/m);
    await tui.press('j');
    const said = await tui.shows(/\n> \d+, 违禁词129,/);
    expect(said.match(/违禁词130/g)).toHaveLength(1);
    expect([tui.state('alternate_on'), tui.state('cursor_flag')]).toEqual(['0', '1']);
    expect(said).not.toMatch(/[─│▌]/);
  });

  it('is lent to the shell on ^Z, and taken again on fg', async () => {
    const tui = open(small);
    await tui.shows('q Quit');
    await tui.press('C-z');
    await tui.shows('Stopped');
    expect(tui.state('alternate_on')).toBe('0');
    tui.type('fg');
    await tui.press('Enter');
    await tui.shows('Database');
    expect(tui.state('alternate_on')).toBe('1');
  });

  it('is drawn again when its size changes, smaller and larger', async () => {
    const tui = open(small);
    await openWords(tui);
    tui.resize(60, 16);
    await tui.shows(/^ Gantry.{0,60}\n─{60}\n/);
    tui.resize(150, 40);
    const seen = await tui.shows(/^ Gantry.*\n─{150}\n/);
    expect(seen).toContain('Workplace');
    expect(seen.split('\n').filter((line) => line.includes('违禁词130'))).toHaveLength(1);
  });

  it('gets no sequence of its own from data', async () => {
    const tui = open(small);
    expect(await tui.openList('notice', '系统维护')).toContain('\\u{202e}红');
  });

  it('shows only ASCII besides words where the locale is C, and no color where none is wanted', async () => {
    const tui = open({ ...small, env: { LANG: 'C', NO_COLOR: '1' } });
    const seen = await tui.shows('Database');
    expect(seen).not.toMatch(/[^\u0000-\u007f]/);
    expect(seen).toContain('+-');
  });

  it('puts its cursor behind Chinese text, for the input method', async () => {
    const tui = open(small);
    await openWords(tui);
    await tui.press('/');
    tui.type('违禁词');
    await tui.shows(/\/ 违禁词/);
    expect([tui.state('cursor_x'), tui.state('cursor_flag')]).toEqual(['9', '1']);
  });
});
