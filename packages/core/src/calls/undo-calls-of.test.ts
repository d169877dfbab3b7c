import { expect, it } from 'vitest';
import { errorNamed } from '../errors/index.ts';
import { undoCallsOf } from './undo-calls-of.ts';

const kept = { resource: 'bannedWord', id: 7, code: errorNamed('conflict').code, message: 'changed since' };
const back = { ...kept, id: 8, code: errorNamed('ok').code, message: '' };

it('goes from the last call to the first, each under one key of its own, and gathers what had to stay', async () => {
  const sent: [object, string][] = [];
  const steps: number[] = [];
  const outcome = await undoCallsOf(
    ['first', 'last'],
    async (_path, body, { idempotencyKey }) => {
      sent.push([body, idempotencyKey]);
      return { affected: 1, failed: 1, items: [back, kept] };
    },
    (done) => steps.push(done),
  );
  expect(sent).toEqual([
    [{ key: 'last' }, 'undo-last'],
    [{ key: 'first' }, 'undo-first'],
  ]);
  expect(outcome).toEqual({ done: 2, left: [kept, kept] });
  expect(steps).toEqual([1, 2]);
});
