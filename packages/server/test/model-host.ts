import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake OpenAI-compatible API on the loopback. */
export interface ModelHost {
  readonly baseUrl: string;
  /** `127.0.0.1:<port>`, the form of the outbound setting. */
  readonly host: string;
  /** The response for a key; keys without an entry are valid. */
  readonly answers: Map<string, { readonly status: number; readonly code?: string; readonly retryAfter?: number }>;
  /** Keys whose requests are never answered. */
  readonly silent: Set<string>;
  /** Responses by path that replace the default; bytes are audio. */
  readonly pages: Map<string, unknown>;
  /** Every call: the path, the key and the model. */
  readonly calls: string[];
  stop(): Promise<void>;
}

async function getBody(request: IncomingMessage): Promise<{ model?: string }> {
  let text = '';
  for await (const piece of request) text += String(piece);
  if (text.startsWith('--')) return { model: /name="model"\s+(\S+)/.exec(text)?.[1] ?? '' };
  return text === '' ? {} : (JSON.parse(text) as { model?: string });
}

export async function modelHost(): Promise<ModelHost> {
  const answers: ModelHost['answers'] = new Map();
  const pages: ModelHost['pages'] = new Map();
  const silent: ModelHost['silent'] = new Set();
  const calls: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    const { model } = await getBody(request);
    calls.push([request.method, request.url, key, model ?? ''].join(' ').trim());
    if (silent.has(key)) return;
    const { status, code, retryAfter } = answers.get(key) ?? { status: 200 };
    const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    const page = pages.get(request.url ?? '');
    const type = page instanceof Uint8Array ? 'audio/mpeg' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    if (status !== 200) response.end(JSON.stringify({ error: { message: `refused ${key}`, code: code ?? null } }));
    else if (page instanceof Uint8Array) response.end(page);
    else if (page !== undefined) response.end(JSON.stringify(page));
    else if (model === undefined) response.end(JSON.stringify({ data: [{ id: 'gpt-tiny' }] }));
    else {
      const choices = [{ message: { role: 'assistant', content: `pong from ${model}` } }];
      response.end(JSON.stringify({ choices, usage: { prompt_tokens: 1000, completion_tokens: 500 } }));
    }
  };
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `http://${host}/v1`,
    host,
    answers,
    silent,
    pages,
    calls,
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
