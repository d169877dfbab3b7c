import { type Client, getError, ResponseError, sessionCalls } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { prompt, readStdin } from './ask.ts';

/** The identity confirmation in progress, by the context of its command. */
const request = new WeakMap<Context, Promise<void>>();

const isRejection = (error: unknown, name: 'stepUpNeeded' | 'twoFactorNeeded'): error is ResponseError =>
  error instanceof ResponseError && error.code === getError(name).code;

/** Reads what `--step-up-stdin` passes: the password, and on a second line a two-factor or recovery code. */
async function readProof(): Promise<{ readonly password: string; readonly totp?: string }> {
  const [password = '', totp = ''] = (await readStdin()).split(/\r?\n/);
  return { password, ...(totp.trim() === '' ? {} : { totp: totp.trim() }) };
}

/** Confirms an identity with the password, and with a code when the server requires one. */
async function confirmIdentity(context: Context, client: Client): Promise<void> {
  const { t } = context;
  const { path } = sessionCalls.stepUp;
  if (context.options().stepUpStdin) {
    await client.call(path, await readProof());
    return;
  }
  const password = await prompt(context, t('cli.stepUpPrompt'), { hidden: true });
  try {
    await client.call(path, { password }, { quiet: true });
  } catch (error) {
    if (!isRejection(error, 'twoFactorNeeded')) throw error;
    await client.call(path, { password, totp: (await prompt(context, t('cli.promptTotp'))).trim() });
  }
}

/** Confirms an identity after a call that requires it, once for all concurrent calls. Rethrows any other error. */
export async function confirmAfter(context: Context, client: Client, error: unknown): Promise<void> {
  if (!isRejection(error, 'stepUpNeeded') || !(context.isTty || context.options().stepUpStdin)) throw error;
  const proof = request.get(context) ?? confirmIdentity(context, client).finally(() => request.delete(context));
  request.set(context, proof);
  await proof;
}

/** Runs a call, and repeats it after an identity confirmation when the server requires one. */
export async function withStepUp<T>(context: Context, client: Client, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    await confirmAfter(context, client, error);
    return call();
  }
}
