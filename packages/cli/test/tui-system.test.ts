import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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

/** Bytes that a recording has of the time from one moment to another, in seconds. */
function countBytes(recording: string, from: number, to: number): number {
  const [, ...events] = readFileSync(recording, 'utf8').trim().split('\n');
  const all = events.map((line) => JSON.parse(line) as [at: number, kind: string, data: string]);
  return all.reduce((sum, [at, , data]) => (at >= from && at < to ? sum + data.length : sum), 0);
}

it('shows the whole system within six seconds of the key on a line of 9,600 baud with a delay of 200 ms', async () => {
  const recording = path.join(session.gantry.directory, 'slow-line.cast');
  const slowLine = fileURLToPath(new URL('slow-line.mjs', import.meta.url));
  const filter = `${process.execPath} ${slowLine} 9600 200 ${recording}`;
  const tui = openTui(session.gantry, session.server.url, { columns: 80, rows: 24, filter });
  window = tui;
  await tui.waitFor('q Quit');
  await tui.press(':');
  tui.type('system');
  await tui.waitFor(':system');
  const { startedAt } = JSON.parse(readFileSync(recording, 'utf8').split('\n')[0] ?? '') as { startedAt: number };
  const seconds = () => (Date.now() - startedAt) / 1000;
  const before = seconds();
  await tui.press('Enter');
  for (const words of ['Requests', 'Event loop', 'Database', 'Disk', 'Uptime', 'r Refresh']) await tui.waitFor(words);
  const shown = seconds();
  expect(shown - before).toBeLessThan(6);
  // What the line carries in that time, and half of it for what changes while someone watches.
  expect(countBytes(recording, before, shown + 1)).toBeLessThan(4_000);
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  expect(countBytes(recording, shown + 1, seconds())).toBeLessThan(10 * 480);
  await tui.press('Escape');
  await tui.waitFor('q Quit');
  await tui.press('q');
  await tui.waitForExit();
});
