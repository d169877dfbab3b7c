import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import process from 'node:process';

/** A response whose body is not read yet. */
export interface HttpResponse {
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

/** A connection to one server. It keeps its sockets open between calls until it is closed. */
export interface Connection {
  get(url: string, signal?: AbortSignal): Promise<HttpResponse>;
  post(sent: Sent): Promise<HttpResponse>;
  close(): Promise<void>;
}

export interface ConnectionLimits {
  /** How long a server may be silent, in ms; 0 for no limit. */
  readonly silenceMs: number;
  readonly connectMs: number;
}

/** Connects to a server: through the proxy of the environment when there is one and the server is not on this machine. */
export async function connectTo(server: string, limits: ConnectionLimits): Promise<Connection> {
  const { HTTP_PROXY, HTTPS_PROXY, http_proxy, https_proxy } = process.env;
  const isLocal = /^https?:\/\/(127\.|localhost|\[::1\])/.test(server);
  if (!isLocal && (HTTP_PROXY || HTTPS_PROXY || http_proxy || https_proxy))
    return (await import('./proxied-connection.ts')).createProxiedConnection(limits);
  return createDirectConnection(server.startsWith('https:'), limits);
}

export async function readText({ body }: HttpResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Limits the time to connect: a host that accepts no connection is given up sooner than a slow response. */
function limitConnecting(request: ClientRequest, connectMs: number): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const late = setTimeout(() => request.destroy(new Error(`no connection within ${connectMs} ms`)), connectMs);
    socket.once('connect', () => clearTimeout(late));
    socket.once('close', () => clearTimeout(late));
  });
}

/** Connects directly with Node's own client. It loads faster than any other, and startup dominates the time of a command. */
function createDirectConnection(isSecure: boolean, { silenceMs, connectMs }: ConnectionLimits): Connection {
  // An import would also load everything that the module re-exports, such as WebSocket: most of an HTTP client of its own.
  const { Agent, request } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http');
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, { url, body, headers, signal }: Sent) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const options = { method, agent, headers, timeout: silenceMs, ...(signal ? { signal } : {}) };
      const calling = request(url, options, (answer) =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer }),
      );
      limitConnecting(calling, connectMs);
      calling.once('timeout', () => calling.destroy(new Error(`no answer within ${silenceMs} ms`)));
      calling.once('error', reject);
      calling.end(body);
    });
  return {
    close: async () => agent.destroy(),
    get: (url, signal) => send('GET', { url, body: '', headers: {}, ...(signal ? { signal } : {}) }),
    post: (sent) =>
      send('POST', {
        ...sent,
        headers: { ...sent.headers, 'content-length': String(Buffer.byteLength(sent.body)) },
      }),
  };
}
