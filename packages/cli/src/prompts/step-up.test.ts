import process from 'node:process';
import { type Client, type ErrorName, getError, ResponseError, reactTo, sessionCalls } from '@gantry/core';
import { afterEach, expect, it, vi } from 'vitest';
import { type Context, createContext } from '../context/context.ts';
import { withStepUp } from './step-up.ts';

function rejection(name: ErrorName): ResponseError {
  const body = { code: getError(name).code, message: '', data: {} };
  return new ResponseError(reactTo('/api/v1/x', { httpStatus: 200, body }), 200, body, null);
}

/** A server that requires a confirmed identity; with a code as well as the password when `code` is set. */
function createGuardedServer(code: string | null) {
  const proofs: unknown[] = [];
  const made: (string | undefined)[] = [];
  let isConfirmed = false;
  const call: Client['call'] = async (path, body, options) => {
    if (path !== sessionCalls.stepUp.path) {
      if (!isConfirmed) throw rejection('stepUpNeeded');
      made.push(options?.idempotencyKey);
      return {} as never;
    }
    proofs.push(body);
    if (code !== null && (body as { totp?: string }).totp !== code) throw rejection('twoFactorNeeded');
    isConfirmed = true;
    return {} as never;
  };
  return { proofs, made, client: { call } as Client };
}

/** A client that confirms the identity like that of the program. */
const confirming = (context: Context, client: Client): Pick<Client, 'call'> => ({
  call: (path, body, options) => withStepUp(context, client, () => client.call(path, body, options)),
});

async function atTerminal(): Promise<Context> {
  return { ...(await createContext(['--locale', 'en-US'], 'test')), isTty: true };
}

const muteStderr = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true);
const type = (text: string) => process.stdin.emit('data', Buffer.from(text));

afterEach(() => vi.restoreAllMocks());

it('asks once for a proof that several calls need at the same time, and repeats each of them with its key', async () => {
  const { proofs, made, client } = createGuardedServer(null);
  const output = muteStderr();
  const own = confirming(await atTerminal(), client);
  const both = Promise.all(['one', 'two'].map((idempotencyKey) => own.call('/x', {}, { idempotencyKey })));
  await vi.waitFor(() => expect(output).toHaveBeenCalled());
  type('secret\r');
  await both;
  expect([proofs, made.sort()]).toEqual([[{ password: 'secret' }], ['one', 'two']]);
});

it('asks for a code as well as the password when the account has two-factor', async () => {
  const { proofs, made, client } = createGuardedServer('123456');
  const output = muteStderr();
  const done = confirming(await atTerminal(), client).call('/x', {}, { idempotencyKey: 'one' });
  await vi.waitFor(() => expect(output).toHaveBeenCalled());
  type('secret\r');
  await vi.waitFor(() => expect(output.mock.calls.join('')).toContain('Two-factor code'));
  type('123456\r');
  await done;
  expect(proofs).toEqual([{ password: 'secret' }, { password: 'secret', totp: '123456' }]);
  expect(made).toEqual(['one']);
});

it('does not ask without a terminal', async () => {
  const { proofs, client } = createGuardedServer(null);
  const context = { ...(await atTerminal()), isTty: false };
  await expect(confirming(context, client).call('/x', {})).rejects.toMatchObject({
    code: getError('stepUpNeeded').code,
  });
  expect(proofs).toEqual([]);
});
