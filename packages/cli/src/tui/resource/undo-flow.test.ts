import { getError, ResponseError, reactTo } from '@gantry/core';
import { expect, it } from 'vitest';
import { tuiFor } from '../../../test/tui-stage.tsx';
import { createKeyHub } from '../driver/key-hub.ts';
import { findBrokenRun, rememberRun } from './bulk-runs.ts';
import { undoLast } from './undo-flow.ts';

const path = '/api/v1/admin/undo/call';
const noAnswer = { httpStatus: null, body: null, transportMessage: 'no answer' };
const tooLate = { code: getError('conflict').code, message: 'too late', data: {} };

it('may be tried again when nobody answered, and then sends the same keys', async () => {
  const keys: (string | undefined)[] = [];
  const said: string[] = [];
  const answers = [
    () => Promise.reject(new ResponseError(reactTo(path, noAnswer), null, null, null)),
    async () => ({ affected: 2, failed: 0, items: [] }),
  ];
  const tui = await tuiFor(createKeyHub(), {
    localize: (words) => void said.push(words),
    write: async (_path, _body, key) => {
      keys.push(key);
      return answers.shift()?.() as never;
    },
  });
  tui.availableActions.add({ keys: ['k'], words: 'two words' });
  expect([await undoLast(tui), await undoLast(tui), await undoLast(tui)]).toEqual([false, true, false]);
  expect(keys).toEqual(['undo-k', 'undo-k']);
  expect(said).toEqual([
    'Not undone (two words): The server cannot be reached',
    'Undone: two words',
    tui.t('tui.undoNothing'),
  ]);
});

it('is given up when the server says no', async () => {
  const rejection = new ResponseError(reactTo(path, { httpStatus: 200, body: tooLate }), 200, tooLate, null);
  const tui = await tuiFor(createKeyHub(), { write: () => Promise.reject(rejection) });
  tui.availableActions.add({ keys: ['k'], words: 'one' });
  expect(await undoLast(tui)).toBe(false);
  expect(tui.availableActions.last()).toBeNull();
});

it('lets nothing go on from what was taken back, and only from there', async () => {
  const path = '/user/batch';
  const started = { path, total: 400, since: Date.now(), keys: new Map([[null, 'k']]) };
  const runs = [
    { ...started, call: { action: 'ban' } },
    { ...started, call: { action: 'tag' }, keys: new Map() },
  ];
  const answers = [
    { affected: 0, failed: 1, items: [{ id: 1, code: 40902, message: 'spent' }] },
    { affected: 2, items: [] },
  ];
  const tui = await tuiFor(createKeyHub(), { write: async () => answers.shift() as never });
  for (const run of runs) rememberRun(tui.memory, run);
  const known = () => runs.map(({ call }) => findBrokenRun(tui.memory, path, call) !== null);
  tui.availableActions.add({ keys: ['k'], words: 'banned' });
  await undoLast(tui);
  expect(known()).toEqual([true, true]);
  tui.availableActions.add({ keys: ['k'], words: 'banned' });
  await undoLast(tui);
  expect(known()).toEqual([false, true]);
});
