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
export function createDirectConnection(isSecure: boolean, { silenceMs, connectMs }: ConnectionLimits): Connection {
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
