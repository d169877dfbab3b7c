import { ApiError } from '@gantry/core';
import { expect, it } from 'vitest';
import { writesOf } from './use-writes.tsx';
import { createWriteKeys } from './write-keys.ts';

const failure = (code: number | null) =>
  new ApiError({ ok: false, code, message: '', reaction: 'show' }, null, null, null);

it.each([
  ['nobody answered', null, true],
  ['the server was busy', 50300, true],
  ['it was refused', 42200, false],
])('sends the same write under the same key when %s: %j', async (_name, code, same) => {
  const sent: string[] = [];
  const client = {
    call: async (_path: string, _body: unknown, { idempotencyKey = '' }: { idempotencyKey?: string }) => {
      sent.push(idempotencyKey);
      if (sent.length === 1) throw failure(code);
    },
  };
  const open = () => Promise.reject(new Error('asks nothing'));
  const write = writesOf(client as never, open, String as never, () => undefined, createWriteKeys());
  const body = { amount: 500 };
  await expect(write('/give', body)).rejects.toThrow();
  await write('/give', { amount: 5 });
  await write('/give', body);
  await write('/give', body);
  expect(sent[2] === sent[0]).toBe(same);
  expect(new Set([sent[0], sent[1], sent[3]]).size).toBe(3);
});
