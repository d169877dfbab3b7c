import { apiBase, foreignAnswerMessage, isEnvelope, type Locale, ResponseError, reactTo, toLocale } from '@gantry/core';
import { type Connection, connectTo, type HttpResponse, readText } from '../http/connection.ts';
import { readEnvToken } from '../profile/env-token.ts';
import { withStepUp } from '../prompts/step-up.ts';
import { describeConnectionError } from './connection-errors.ts';
import type { Context } from './context.ts';
import { CliError, exitCodes } from './exit.ts';

/** The server and credentials for a file download. */
export interface FileSource {
  readonly server: string;
  readonly token: string | null;
  readonly locale: Locale;
  readonly via: 'cli' | 'tui';
}

/** The bytes of a file and their number; `size` is null when the server does not send it. */
export interface FileStream extends AsyncIterable<Uint8Array> {
  readonly size: number | null;
}

/** Calls an endpoint that returns a file, and confirms the identity when the server requires it. Rejects like any call. */
export async function openStream(context: Context, path: string, body: unknown): Promise<FileStream> {
  const server = await context.server();
  const token =
    readEnvToken(context.t) ?? (await context.profiles()).tokenStore(context.options().profile).get('token');
  const source = { server, token: token || null, locale: context.locale, via: 'cli' } as const;
  const client = await context.client();
  return withStepUp(context, client, () => openFile(source, path, body)).catch((error: unknown) => {
    if (error instanceof ResponseError || error instanceof CliError) throw error;
    const reason = describeConnectionError(error instanceof Error ? error.message : '', context.t);
    throw new CliError(context.t('cli.unreachable', { server, reason }), exitCodes.unreachable);
  });
}

/** Rejects with an ApiError when the server rejects the call, and with another error when the server was not reached. */
export async function openFile(
  { server, token, locale, via }: FileSource,
  path: string,
  body: unknown,
): Promise<FileStream> {
  const headers = {
    'content-type': 'application/json',
    'accept-language': locale,
    'x-gantry-via': via,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const url = server + apiBase + path;
  const connection = await connectTo(server, { silenceMs: 0, connectMs: 10_000 });
  const answer = await connection.post({ url, body: JSON.stringify(body), headers });
  const isFile = answer.headers['content-disposition'] !== undefined;
  const isJson = !isFile && String(answer.headers['content-type'] ?? '').startsWith('application/json');
  const isDone = answer.status >= 200 && answer.status < 300;
  if (isDone && !isJson) {
    const size = Number(answer.headers['content-length']);
    return Object.assign(closeAfter(answer, connection), { size: size > 0 ? size : null });
  }
  const text = await readText(answer);
  await connection.close();
  const given: unknown = isJson ? JSON.parse(text) : null;
  const transportMessage = foreignAnswerMessage(answer.status, toLocale(locale));
  const verdict = reactTo(apiBase + path, { httpStatus: answer.status, body: given, transportMessage });
  throw new ResponseError(verdict, answer.status, isEnvelope(given) ? given : null, null);
}

/** Yields the stream and closes the connection after it. */
async function* closeAfter({ body }: HttpResponse, connection: Connection): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await connection.close();
  }
}
