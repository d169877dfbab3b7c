import { getError, ResponseError, reactTo } from '@gantry/core';
import { expect, it } from 'vitest';
import { createTestTui } from '../../../test/render-tui.tsx';
import { createKeyHub } from '../driver/key-hub.ts';
import type { Tui } from '../parts/tui-context.ts';
import { findInterruptedRun, saveRun } from './bulk-runs.ts';
import { undoLast } from './undo-flow.ts';

const path = '/api/v1/admin/undo/call';
const resource = 'bannedWord';
const agree = (async () => 'y') as Tui['open'];
const noResponse = { httpStatus: null, body: null, transportMessage: 'no response' };
const tooLate = { code: getError('conflict').code, message: 'too late', data: {} };

it('can be retried after a call without a response, and then sends the same keys', async () => {
  const keys: (string | undefined)[] = [];
  const notices: string[] = [];
  const answers = [
    () => Promise.reject(new ResponseError(reactTo(path, noResponse), null, null, null)),
    async () => ({ affected: 2, failed: 0, items: [] }),
  ];
  const tui = await createTestTui(createKeyHub(), {
    open: agree,
    notify: (text) => void notices.push(text),
    write: async (_path, _body, key) => {
      keys.push(key);
      return answers.shift()?.() as never;
    },
  });
  tui.actionLog.add({ keys: ['k'], description: 'two words', resource });
  expect([await undoLast(resource, tui), await undoLast(resource, tui), await undoLast(resource, tui)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(keys).toEqual(['undo-k', 'undo-k']);
  expect(notices).toEqual(['Not undone: The server cannot be reached', 'Undone: two words', tui.t('tui.undoNothing')]);
});

it('removes an action that the server refuses to undo', async () => {
  const rejection = new ResponseError(reactTo(path, { httpStatus: 200, body: tooLate }), 200, tooLate, null);
  const tui = await createTestTui(createKeyHub(), { open: agree, write: () => Promise.reject(rejection) });
  tui.actionLog.add({ keys: ['k'], description: 'one', resource });
  expect(await undoLast(resource, tui)).toBe(false);
  expect(tui.actionLog.last()).toBeNull();
});

it('does not resume an interrupted run that was undone, and still resumes others', async () => {
  const path = '/user/batch';
  const started = { path, total: 400, startedAt: Date.now(), keys: new Map([[null, 'k']]) };
  const runs = [
    { ...started, call: { action: 'ban' } },
    { ...started, call: { action: 'tag' }, keys: new Map() },
  ];
  const answers = [
    { affected: 0, failed: 1, items: [{ id: 1, code: 40902, message: 'spent' }] },
    { affected: 2, items: [] },
  ];
  const tui = await createTestTui(createKeyHub(), { open: agree, write: async () => answers.shift() as never });
  for (const run of runs) saveRun(tui.memory, run);
  const canResume = () => runs.map(({ call }) => findInterruptedRun(tui.memory, path, call) !== null);
  tui.actionLog.add({ keys: ['k'], description: 'banned', resource });
  await undoLast(resource, tui);
  expect(canResume()).toEqual([true, true]);
  tui.actionLog.add({ keys: ['k'], description: 'banned', resource });
  await undoLast(resource, tui);
  expect(canResume()).toEqual([false, true]);
});

it('undoes only actions of the same resource, and only after confirmation', async () => {
  const written: string[] = [];
  const requested: unknown[] = [];
  const answers = ['', 'y'];
  const tui = await createTestTui(createKeyHub(), {
    open: (async (shape: unknown) => {
      requested.push(shape);
      return answers.shift();
    }) as Tui['open'],
    write: async (sentPath) => {
      written.push(sentPath);
      return { affected: 1, failed: 0, items: [] } as never;
    },
  });
  tui.actionLog.add({ keys: ['k'], description: 'Disable: spam', resource });
  expect(tui.actionLog.last('order')).toBeNull();
  expect([await undoLast('order', tui), requested.length]).toEqual([false, 0]);
  expect([await undoLast(resource, tui), written.length]).toEqual([false, 0]);
  expect([await undoLast(resource, tui), written.length]).toEqual([true, 1]);
  expect(tui.actionLog.last(resource)).toBeNull();
});
