import { ApiError } from '@gantry/core';
import type { Context } from '../context.ts';
import { ask } from './ask.ts';

/** Makes a call; when the server wants to be sure who it is, asks for the password at the terminal and calls again. */
export async function callWithStepUp<T>(
  context: Context,
  path: string,
  body: unknown,
  idempotencyKey: string,
): Promise<T> {
  const client = await context.client();
  try {
    return await client.call<T>(path, body, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 40301 || !context.isTty) throw error;
    const password = await ask(context, context.t('cli.stepUpAsk'), { hidden: true });
    await client.call('/step-up', { password });
    return client.call<T>(path, body, { idempotencyKey });
  }
}
