import process from 'node:process';
import { ApiError, type Client, errorNamed, reactTo, sessionCalls } from '@gantry/core';
import { expect, it, vi } from 'vitest';
import { createContext } from '../context.ts';
import { callWithStepUp } from './step-up.ts';

it('asks once for a proof that several calls want at the same time, and makes each of them again under its key', async () => {
  const body = { code: errorNamed('stepUpNeeded').code, message: '', data: {} };
  const refusal = new ApiError(reactTo('/api/v1/x', { httpStatus: 200, body }), 200, body, null);
  const made: (string | undefined)[] = [];
  let proofs = 0;
  const call: Client['call'] = async (path, _body, options) => {
    if (path === sessionCalls.stepUp.path) proofs += 1;
    else {
      if (proofs === 0) throw refusal;
      made.push(options?.idempotencyKey);
    }
    return {} as never;
  };
  const client = { call } as Client;
  const context = { ...(await createContext(['--locale', 'en-US'], 'test')), isTty: true, client: async () => client };
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const both = Promise.all(['one', 'two'].map((key) => callWithStepUp(context, '/x', {}, key)));
  await vi.waitFor(() => expect(said).toHaveBeenCalled());
  process.stdin.emit('data', Buffer.from('secret\r'));
  await both;
  said.mockRestore();
  expect([proofs, made.sort()]).toEqual([1, ['one', 'two']]);
});
