import process from 'node:process';
import { ApiError, apiBase, isEnvelope, reactTo } from '@gantry/core';
import { Agent, request } from '#undici';
import type { Context } from './context.ts';
import { CliError, exitCodes } from './exit.ts';

/** Opens a call that answers a file instead of the envelope; one that is refused rejects as any call. */
export async function openStream(context: Context, path: string, body: unknown): Promise<AsyncIterable<Uint8Array>> {
  const server = await context.server();
  const token =
    process.env.GANTRY_TOKEN || (await context.profiles()).tokenStore(context.options().profile).get('token');
  const headers = {
    'content-type': 'application/json',
    'accept-language': context.locale,
    'x-gantry-via': 'cli',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const url = server + apiBase + path;
  const dispatcher = new Agent({ connect: { timeout: 10_000 } });
  const answer = await request(url, { method: 'POST', body: JSON.stringify(body), headers, dispatcher }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : '';
      throw new CliError(context.t('cli.unreachable', { server, reason }), exitCodes.unreachable);
    },
  );
  if (!String(answer.headers['content-type'] ?? '').startsWith('application/json'))
    return closing(answer.body, dispatcher);
  const given: unknown = JSON.parse(await answer.body.text());
  const verdict = reactTo(apiBase + path, { httpStatus: answer.statusCode, body: given });
  throw new ApiError(verdict, answer.statusCode, isEnvelope(given) ? given : null, null);
}

/** The stream, and with its end the connection's. */
async function* closing(
  body: AsyncIterable<Uint8Array>,
  dispatcher: { close(): Promise<void> },
): AsyncGenerator<Uint8Array> {
  yield* body;
  await dispatcher.close();
}
