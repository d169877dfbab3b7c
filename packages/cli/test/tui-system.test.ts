import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

let session: SignedIn;
let window: TerminalWindow | null = null;

beforeAll(async () => {
  session = await signedIn();
});
afterAll(() => session.close());
afterEach(() => {
  window?.close();
  window = null;
});

it.each([
  { columns: 80, rows: 24, locale: 'en-US', quit: 'q Quit', words: ['Requests', 'Event loop', 'OK'] },
  { columns: 200, rows: 50, locale: 'zh-CN', quit: 'q 退出', words: ['事件循环', '响应时间', '正常'] },
] as const)(
  'opens the system page by a command and from the history, and quits by a command: $columns columns',
  async (options) => {
    const tui = openTui(session.gantry, session.server.url, options);
    window = tui;
    await tui.waitFor(options.quit);
    const expectSystemPage = async () => {
      for (const word of options.words) await tui.waitFor(word);
      await tui.waitFor(/CPU +\d+%/);
      await tui.waitFor(/gantry|sqlite|postgres/);
      await tui.press('Escape');
      await tui.waitFor(options.quit);
    };
    await tui.press(':');
    tui.type('system');
    await tui.waitFor(':system');
    await tui.press('Enter');
    await expectSystemPage();
    await tui.press(':');
    await tui.press('Up');
    await tui.waitFor(':system');
    await tui.press('Enter');
    await expectSystemPage();
    await tui.press(':');
    tui.type('q');
    await tui.waitFor(':q ');
    await tui.press('Enter');
    await tui.waitForExit();
  },
);
