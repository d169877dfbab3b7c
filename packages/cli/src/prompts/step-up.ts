import { type Client, getError, ResponseError, sessionCalls } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { prompt, readStdin } from './ask.ts';

/** A proof that is being asked for, by the command that wants it. */
const request = new WeakMap<Context, Promise<void>>();

const isFault = (error: unknown, name: 'stepUpNeeded' | 'twoFactorNeeded'): error is ResponseError =>
  error instanceof ResponseError && error.code === getError(name).code;

/** What `--step-up-stdin` reads: the password, and a two-factor or recovery code on a second line. */
async function proofFromStdin(): Promise<{ readonly password: string; readonly totp?: string }> {
  const [password = '', totp = ''] = (await readStdin()).split(/\r?\n/);
  return { password, ...(totp.trim() === '' ? {} : { totp: totp.trim() }) };
}

/** Confirms an identity by the password, and a code when the server asks for one. */
async function confirmIdentity(context: Context, client: Client): Promise<void> {
  const { t } = context;
  const { path } = sessionCalls.stepUp;
  if (context.options().stepUpStdin) {
    await client.call(path, await proofFromStdin());
    return;
  }
  const password = await prompt(context, t('cli.stepUpPrompt'), { hidden: true });
  try {
    await client.call(path, { password }, { quiet: true });
  } catch (error) {
    if (!isFault(error, 'twoFactorNeeded')) throw error;
    await client.call(path, { password, totp: (await prompt(context, t('cli.promptTotp'))).trim() });
  }
}

/** Confirms an identity after a call that wanted it, once however many calls do at the same time; rejects with the error of any other. */
export async function confirmAfter(context: Context, client: Client, error: unknown): Promise<void> {
  if (!isFault(error, 'stepUpNeeded') || !(context.isTty || context.options().stepUpStdin)) throw error;
  const proof = request.get(context) ?? confirmIdentity(context, client).finally(() => request.delete(context));
  request.set(context, proof);
  await proof;
}

/** Runs a call, and once more after an identity confirmation when the server wants one. */
export async function withStepUp<T>(context: Context, client: Client, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    await confirmAfter(context, client, error);
    return call();
  }
}
