import type { ClientRequest } from 'node:http';
import type { Connection, ConnectionLimits } from './connection.ts';

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
export async function directConnection(isSecure: boolean, limits: ConnectionLimits): Promise<Connection> {
  const { Agent, request } = isSecure ? await import('node:https') : await import('node:http');
  const agent = new Agent({ keepAlive: true });
  const { silenceMs, connectMs } = limits;
  return {
    close: async () => agent.destroy(),
    post: ({ url, body, headers, signal }) =>
      new Promise((resolve, reject) => {
        const options = {
          method: 'POST',
          agent,
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          timeout: silenceMs,
          ...(signal ? { signal } : {}),
        };
        const calling = request(url, options, (answer) =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer }),
        );
        limitConnecting(calling, connectMs);
        calling.once('timeout', () => calling.destroy(new Error(`no answer within ${silenceMs} ms`)));
        calling.once('error', reject);
        calling.end(body);
      }),
  };
}
