import type { ClientRequest } from 'node:http';
import process from 'node:process';
import type { Answer, Connection, ConnectionLimits, Sent } from './connection.ts';

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
export function directConnection(isSecure: boolean, limits: ConnectionLimits): Connection {
  // An import would also load what the module only offers, a WebSocket among it, which is most of an HTTP client of its own.
  const { Agent, request } = process.getBuiltinModule(isSecure ? 'node:https' : 'node:http');
  const agent = new Agent({ keepAlive: true });
  const { silenceMs, connectMs } = limits;
  const send = (method: 'GET' | 'POST', { url, body, headers, signal }: Sent) =>
    new Promise<Answer>((resolve, reject) => {
      const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = {
        method,
        agent,
        headers: { ...headers, ...length },
        timeout: silenceMs,
        ...(signal ? { signal } : {}),
      };
      const calling = request(url, options, (answer) =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer }),
      );
      limitConnecting(calling, connectMs);
      calling.once('timeout', () => calling.destroy(new Error(`no answer within ${silenceMs} ms`)));
      calling.once('error', reject);
      calling.end(method === 'GET' ? undefined : body);
    });
  return {
    close: async () => agent.destroy(),
    post: (sent) => send('POST', sent),
    get: (url) => send('GET', { url, body: '', headers: {} }),
  };
}
