import { ApiError, sessionCalls } from '@gantry/core';
import type { Context } from '../context.ts';
import { ask } from './ask.ts';
import { proofOf } from './proof-of.ts';

/** A proof that is being asked for, by the command that wants it. */
const asking = new WeakMap<Context, Promise<void>>();

/** Asks once, however many calls want it at the same time. */
async function prove(context: Context): Promise<void> {
  const given = await ask(context, context.t('cli.stepUpAsk'), { hidden: true });
  await (await context.client()).call(sessionCalls.stepUp.path, proofOf(given));
}

/** Runs a call; when the server wants to be sure who it is, asks at the terminal, and runs it once more. */
export async function withStepUp<T>(context: Context, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 40301 || !context.isTty) throw error;
    const proof = asking.get(context) ?? prove(context).finally(() => asking.delete(context));
    asking.set(context, proof);
    await proof;
    return call();
  }
}

/** The same for a write, whose key stays. */
export async function callWithStepUp<T>(
  context: Context,
  path: string,
  body: unknown,
  idempotencyKey: string,
): Promise<T> {
  const client = await context.client();
  return withStepUp(context, () => client.call<T>(path, body, { idempotencyKey }));
}
