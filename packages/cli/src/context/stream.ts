import { apiBase, foreignAnswerMessage, isEnvelope, type Locale, ResponseError, reactTo, toLocale } from '@gantry/core';
import { type Answer, type Connection, connectTo, readText } from '../http/connection.ts';
import { readEnvToken } from '../profile/env-token.ts';
import { withStepUp } from '../prompts/step-up.ts';
import type { Context } from './context.ts';
import { CliError, exitCodes } from './exit.ts';
import { reachWords } from './reach-words.ts';

/** Where a file is asked for, and as whom. */
export interface FileSource {
  readonly server: string;
  readonly token: string | null;
  readonly locale: Locale;
  readonly via: 'cli' | 'tui';
}

/** The bytes of a file, and how many they are; null where the server does not say it. */
export interface FileStream extends AsyncIterable<Uint8Array> {
  readonly size: number | null;
}

/** Opens a call that answers a file, and confirms the identity when the server requires it. It rejects like any call. */
export async function openStream(context: Context, path: string, body: unknown): Promise<FileStream> {
  const server = await context.server();
  const token =
    readEnvToken(context.t) ?? (await context.profiles()).tokenStore(context.options().profile).get('token');
  const source = { server, token: token || null, locale: context.locale, via: 'cli' } as const;
  const client = await context.client();
  return withStepUp(context, client, () => openFile(source, path, body)).catch((error: unknown) => {
    if (error instanceof ResponseError || error instanceof CliError) throw error;
    const reason = reachWords(error instanceof Error ? error.message : '', context.t);
    throw new CliError(context.t('cli.unreachable', { server, reason }), exitCodes.unreachable);
  });
}

/** Rejects with an ApiError when the call is rejected, with anything else when the server was not reached. */
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
    return Object.assign(closing(answer, connection), { size: size > 0 ? size : null });
  }
  const text = await readText(answer);
  await connection.close();
  const given: unknown = isJson ? JSON.parse(text) : null;
  const transportMessage = foreignAnswerMessage(answer.status, toLocale(locale));
  const verdict = reactTo(apiBase + path, { httpStatus: answer.status, body: given, transportMessage });
  throw new ResponseError(verdict, answer.status, isEnvelope(given) ? given : null, null);
}

/** The stream, and with its end the connection's. */
async function* closing({ body }: Answer, connection: Connection): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } finally {
    await connection.close();
  }
}
