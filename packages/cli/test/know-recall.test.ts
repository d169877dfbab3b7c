import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { RunningServer } from '../../server/test/server-process.ts';
import type { Gantry } from './gantry.ts';
import { type SignedIn, signedIn } from './signed-in.ts';
import { openTui, type TerminalWindow } from './terminal-window.ts';

let space: SignedIn;
let server: RunningServer;
let gantry: Gantry;
let window: TerminalWindow | null = null;

beforeAll(async () => {
  space = await signedIn();
  ({ server, gantry } = space);
});
afterEach(() => {
  window?.close();
  window = null;
});
afterAll(() => space.close());

const json = async (...args: readonly string[]) => {
  const done = await gantry.run([...args, '--json']);
  if (done.code !== 0) throw new Error(`${args.join(' ')}: ${done.stderr}`);
  return JSON.parse(done.stdout);
};

/** Waits until a record is in one of the given states. */
async function waitForState(entity: string, id: unknown, states: readonly string[]) {
  for (;;) {
    const record = await json(entity, 'get', String(id));
    if (states.includes(record.status)) return record;
    await delay(300);
  }
}

it('uploads a document by path, shows its chunks, searches it and downloads it in the terminal', {
  timeout: 180_000,
}, async () => {
  await json('knowledge', 'create', '--name', '手册');
  const source = path.join(gantry.directory, 'rules.md');
  writeFileSync(source, '# 退款\n\n七天内可以全额退款。\n\n# 会员\n\n到期前三天会收到提醒。');
  window = openTui(gantry, server.url, { columns: 120, rows: 40 });
  const tui = window;
  await tui.waitFor('q Quit');
  await tui.press(':');
  tui.type('know-doc');
  await tui.press('Enter');
  await tui.waitFor('x Actions');
  await tui.press('x');
  await tui.waitFor('Add a file');
  await tui.press('1');
  await tui.waitFor('Local file path');
  tui.type('1');
  await tui.press('Tab');
  tui.type(path.join(gantry.directory, 'none.md'));
  await tui.press('C-s');
  await tui.waitFor('file or folder not found');
  for (let at = 0; at < 'none.md'.length; at += 1) await tui.press('BSpace');
  tui.type('rules.md');
  await tui.press('C-s');
  await tui.waitFor('Queued as #1: rules.md');
  await waitForState('know-doc', 1, ['completed']);
  await tui.press('r');
  await tui.waitFor('rules.md');
  await tui.press('x');
  await tui.waitFor('Preview chunks');
  await tui.press('k');
  await tui.waitFor(/▌ +\w Download a file/);
  await tui.press('Enter');
  await tui.waitFor('Save to');
  for (let at = 0; at < 'rules.md'.length; at += 1) await tui.press('BSpace');
  const target = path.join(gantry.directory, 'again.md');
  tui.type(target);
  await tui.press('C-s');
  await tui.waitFor('Saved:');
  expect(readFileSync(target, 'utf8')).toBe(readFileSync(source, 'utf8'));
  await tui.press(':');
  tui.type('recall-record');
  await tui.press('Enter');
  await tui.waitFor('x Actions');
  await tui.press('x');
  await tui.waitFor('Run a retrieval test');
  await tui.press('1');
  await tui.waitFor('Comparison: search mode');
  tui.type('1');
  await tui.press('Tab');
  tui.type('会员到期');
  await tui.press('C-s');
  expect(await tui.waitFor('到期前三天会收到提醒')).toContain('rules.md');
});

it('runs hundreds of queries from a pipe in the background, and reports the result of each', {
  timeout: 180_000,
}, async () => {
  const base = await json('knowledge', 'create', '--name', '批量');
  const text = path.join(gantry.directory, 'batch.md');
  writeFileSync(text, '# 密码\n\n忘记密码时点击重置密码。');
  const up = await json('know-doc', 'upload', text, '--knowledge-id', String(base.id));
  await waitForState('know-doc', up.items[0].id, ['completed']);
  const csv = path.join(gantry.directory, 'questions.csv');
  writeFileSync(csv, Array.from({ length: 250 }, (_, at) => `重置密码 ${at},batch.md`).join('\n'));
  const requested = ['recall-record', 'batch-test', '--knowledge', String(base.id), '--csv', `@${csv}`];
  const started = await json(...requested);
  expect(started).toMatchObject({ questions: 250, notRequested: 0 });
  const run = await waitForState('recall-run', started.run, ['succeeded', 'failed']);
  expect(run).toMatchObject({ status: 'succeeded', done: 250, passed: 250, recall: 100 });
  expect(run.items).toHaveLength(250);
  const listed = await gantry.run(['recall-run', 'list', '-o', 'ndjson']);
  expect(JSON.parse(listed.stdout.split('\n')[0] ?? '')).toMatchObject({ id: started.run, recall: 100 });
  const late = await gantry.run(['recall-run', 'cancel', String(started.run)]);
  expect(late.code).toBe(9);
});
