import type { IncomingHttpHeaders } from 'node:http';
import process from 'node:process';
import { createDirectConnection } from './direct-connection.ts';

/** An answer whose body is yet to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Sent {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A way to one server, which keeps its sockets open between calls until it is closed. */
export interface Connection {
  get(url: string, signal?: AbortSignal): Promise<Answer>;
  post(sent: Sent): Promise<Answer>;
  close(): Promise<void>;
}

export interface ConnectionLimits {
  /** How long a server may be silent, in milliseconds; 0 for as long as it likes. */
  readonly silenceMs: number;
  readonly connectMs: number;
}

/** The way to a server: through the proxy of the environment when there is one and the server is not on this machine. */
export async function connectTo(server: string, limits: ConnectionLimits): Promise<Connection> {
  const { HTTP_PROXY, HTTPS_PROXY, http_proxy, https_proxy } = process.env;
  const isLocal = /^https?:\/\/(127\.|localhost|\[::1\])/.test(server);
  if (!isLocal && (HTTP_PROXY || HTTPS_PROXY || http_proxy || https_proxy))
    return (await import('./proxied-connection.ts')).createProxiedConnection(limits);
  return createDirectConnection(server.startsWith('https:'), limits);
}

export async function readText({ body }: Answer): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
