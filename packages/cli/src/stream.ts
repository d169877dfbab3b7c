import process from 'node:process';
import { ApiError, apiBase, isEnvelope, reactTo } from '@gantry/core';
import type { Context } from './context.ts';
import { CliError, exitCodes } from './exit.ts';
import { type Answer, type Connection, connectTo, textOf } from './http/connection.ts';

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
  const connection = await connectTo(server, { silenceMs: 0, connectMs: 10_000 });
  const answer = await connection.post({ url, body: JSON.stringify(body), headers }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : '';
    throw new CliError(context.t('cli.unreachable', { server, reason }), exitCodes.unreachable);
  });
  if (!String(answer.headers['content-type'] ?? '').startsWith('application/json')) return closing(answer, connection);
  const given: unknown = JSON.parse(await textOf(answer));
  await connection.close();
  const verdict = reactTo(apiBase + path, { httpStatus: answer.status, body: given });
  throw new ApiError(verdict, answer.status, isEnvelope(given) ? given : null, null);
}

/** The stream, and with its end the connection's. */
async function* closing({ body }: Answer, connection: Connection): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await connection.close();
  }
}
