import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import process from 'node:process';

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

/** A host that does not even take the connection is given up sooner than one that thinks. */
function limitConnecting(request: ClientRequest, connectMs: number): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const late = setTimeout(() => request.destroy(new Error(`no connection within ${connectMs} ms`)), connectMs);
    socket.once('connect', () => clearTimeout(late));
    socket.once('close', () => clearTimeout(late));
  });
}

/** Straight to the server with Node's own client: nothing else starts as quickly, and a command is mostly its start. */
function createDirectConnection(isSecure: boolean, { silenceMs, connectMs }: ConnectionLimits): Connection {
  // An import would also load what the module only offers, a WebSocket among it, which is most of an HTTP client of its own.
  const { Agent, request } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http');
  const agent = new Agent({ keepAlive: true });
  const send = (method: string, { url, body, headers, signal }: Sent) =>
    new Promise<Answer>((resolve, reject) => {
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
