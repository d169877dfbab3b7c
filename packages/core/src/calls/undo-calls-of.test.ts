import { expect, it } from 'vitest';
import { getError } from '../errors/index.ts';
import { sendUndoCalls } from './undo-calls.ts';

const failed = { resource: 'bannedWord', id: 7, code: getError('conflict').code, message: 'changed since' };
const undone = { ...failed, id: 8, code: getError('ok').code, message: '' };

it('sendUndoCalls undoes the last call first, with one idempotency key each, and collects the records that it could not undo', async () => {
  const sent: [object, string][] = [];
  const steps: number[] = [];
  const outcome = await sendUndoCalls(
    ['first', 'last'],
    async (_path, body, { idempotencyKey }) => {
      sent.push([body, idempotencyKey]);
      return { affected: 1, failed: 1, items: [undone, failed] };
    },
    (done) => steps.push(done),
  );
  expect(sent).toEqual([
    [{ key: 'last' }, 'undo-last'],
    [{ key: 'first' }, 'undo-first'],
  ]);
  expect(outcome).toEqual({ done: 2, left: [failed, failed] });
  expect(steps).toEqual([1, 2]);
});
