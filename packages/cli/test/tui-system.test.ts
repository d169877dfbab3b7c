import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

let space: SignedIn;
let window: TerminalWindow | null = null;

beforeAll(async () => {
  space = await signedIn();
});
afterAll(() => space.close());
afterEach(() => {
  window?.close();
  window = null;
});

it.each([
  { columns: 80, rows: 24, locale: 'en-US', quit: 'q Quit', words: ['Requests', 'Event loop', 'OK'] },
  { columns: 200, rows: 50, locale: 'zh-CN', quit: 'q 退出', words: ['事件循环', '响应时间', '正常'] },
] as const)('opens the whole system by a command, again from the history, and quits by one: $columns', async (look) => {
  const tui = openTui(space.gantry, space.server.url, look);
  window = tui;
  await tui.shows(look.quit);
  const opens = async () => {
    for (const word of look.words) await tui.shows(word);
    await tui.shows(/CPU +\d+%/);
    await tui.shows(/gantry|sqlite|postgres/);
    await tui.press('Escape');
    await tui.shows(look.quit);
  };
  await tui.press(':');
  tui.type('system');
  await tui.shows(':system');
  await tui.press('Enter');
  await opens();
  await tui.press(':');
  await tui.press('Up');
  await tui.shows(':system');
  await tui.press('Enter');
  await opens();
  await tui.press(':');
  tui.type('q');
  await tui.shows(':q ');
  await tui.press('Enter');
  await tui.left();
});
