import { ResponseError } from '@gantry/core';
import { expect, it } from 'vitest';
import { createWrites } from '../app/use-writes.tsx';
import { createWriteKeys } from './write-keys.ts';

const failure = (code: number | null) =>
  new ResponseError({ ok: false, code, message: '', reaction: 'show' }, null, null, null);

/**
 * Sends writes to a server whose first responses fail with `codes`. `confirmed` has one entry for each "took effect once" dialog.
 */
function createWriteHarness(codes: (number | null)[]) {
  const sent: string[] = [];
  const confirmed: number[] = [];
  const client = {
    call: async (_path: string, _body: unknown, { idempotencyKey = '' }: { idempotencyKey?: string }) => {
      const code = codes.shift();
      sent.push(idempotencyKey);
      if (code !== undefined) throw failure(code);
    },
  };
  const open = async () => confirmed.push(sent.length) as never;
  const write = createWrites(client as never, open, String as never, () => undefined, createWriteKeys());
  return { sent, confirmed, write };
}

it.each([
  ['there was no response', null, true],
  ['the server was busy', 50300, true],
  ['it was rejected', 42200, false],
  ['it was rate limited', 42900, false],
])('decides whether to reuse the key of a write when %s (code %j)', async (_name, code, same) => {
  const { sent, confirmed, write } = createWriteHarness([code]);
  const body = { amount: 500 };
  await expect(write('/give', body)).rejects.toThrow();
  await write('/give', { amount: 5 });
  await write('/give', body);
  await write('/give', body);
  expect(sent[2] === sent[0]).toBe(same);
  expect(new Set([sent[0], sent[1], sent[3]]).size).toBe(3);
  expect(confirmed).toEqual(same ? [3] : []);
});

it('keeps the key of a write whose outcome is unknown through rejections of the session or rate limit, until it succeeds', async () => {
  const { sent, confirmed, write } = createWriteHarness([null, 40001, 42900]);
  for (const _attempt of [1, 2, 3]) await expect(write('/give', { amount: 500 })).rejects.toThrow();
  await write('/give', { amount: 500 });
  await write('/give', { amount: 500 });
  expect(new Set(sent.slice(0, 4)).size).toBe(1);
  expect([sent[4] === sent[0], confirmed]).toEqual([false, [4]]);
});
