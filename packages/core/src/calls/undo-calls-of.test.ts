import { expect, it } from 'vitest';
import { getError } from '../errors/index.ts';
import { sendUndoCalls } from './undo-calls.ts';

const stored = { resource: 'bannedWord', id: 7, code: getError('conflict').code, message: 'changed since' };
const back = { ...stored, id: 8, code: getError('ok').code, message: '' };

it('goes from the last call to the first, each under one key of its own, and gathers what had to stay', async () => {
  const sent: [object, string][] = [];
  const steps: number[] = [];
  const outcome = await sendUndoCalls(
    ['first', 'last'],
    async (_path, body, { idempotencyKey }) => {
      sent.push([body, idempotencyKey]);
      return { affected: 1, failed: 1, items: [back, stored] };
    },
    (done) => steps.push(done),
  );
  expect(sent).toEqual([
    [{ key: 'last' }, 'undo-last'],
    [{ key: 'first' }, 'undo-first'],
  ]);
  expect(outcome).toEqual({ done: 2, left: [stored, stored] });
  expect(steps).toEqual([1, 2]);
});
