import { ResponseError } from '@gantry/core';
import { expect, it } from 'vitest';
import { createWrites } from '../app/use-writes.tsx';
import { createWriteKeys } from './write-keys.ts';

const failure = (code: number | null) =>
  new ResponseError({ ok: false, code, message: '', reaction: 'show' }, null, null, null);

/** Sends writes to a server that fails with these codes first; `told`: how often it was said that a write took effect once. */
function sending(codes: (number | null)[]) {
  const sent: string[] = [];
  const reported: number[] = [];
  const client = {
    call: async (_path: string, _body: unknown, { idempotencyKey = '' }: { idempotencyKey?: string }) => {
      const code = codes.shift();
      sent.push(idempotencyKey);
      if (code !== undefined) throw failure(code);
    },
  };
  const open = async () => reported.push(sent.length) as never;
  const write = createWrites(client as never, open, String as never, () => undefined, createWriteKeys());
  return { sent, reported, write };
}

it.each([
  ['nobody answered', null, true],
  ['the server was busy', 50300, true],
  ['it was refused', 42200, false],
  ['it came too soon', 42900, false],
])('sends the same write under the same key when %s: %j, and says that it counts once', async (_name, code, same) => {
  const { sent, reported, write } = sending([code]);
  const body = { amount: 500 };
  await expect(write('/give', body)).rejects.toThrow();
  await write('/give', { amount: 5 });
  await write('/give', body);
  await write('/give', body);
  expect(sent[2] === sent[0]).toBe(same);
  expect(new Set([sent[0], sent[1], sent[3]]).size).toBe(3);
  expect(reported).toEqual(same ? [3] : []);
});

it('keeps the key of a write whose outcome is unknown through rejections of the session or rate limit, until it succeeds', async () => {
  const { sent, reported, write } = sending([null, 40001, 42900]);
  for (const _refused of [1, 2, 3]) await expect(write('/give', { amount: 500 })).rejects.toThrow();
  await write('/give', { amount: 500 });
  await write('/give', { amount: 500 });
  expect(new Set(sent.slice(0, 4)).size).toBe(1);
  expect([sent[4] === sent[0], reported]).toEqual([false, [4]]);
});
