import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** A typical load balancer: checks once a second whether each server is ready, and forwards calls to the ready ones. */
export interface ReadyzProxy {
  readonly url: string;
  /** Ports of the servers that receive calls now. */
  ready(): readonly number[];
  close(): Promise<void>;
}

const pollMs = 1_000;

/** Sends a call to one server once: if that server fails, the client gets 502. */
export async function readyzProxy(ports: readonly number[]): Promise<ReadyzProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  let turn = 0;

  const poll = async (port: number) => {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(pollMs) }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) ready.add(port);
    else ready.delete(port);
  };
  const pass = (given: IncomingMessage, answer: ServerResponse) => {
    const candidates = [...ready];
    const port = candidates[turn++ % candidates.length];
    if (port === undefined) return void answer.writeHead(503).end();
    const { method, url: path, headers } = given;
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (received) => {
      const { connection: _hop, 'keep-alive': _also, ...stored } = received.headers;
      answer.writeHead(received.statusCode ?? 502, stored);
      received.pipe(answer);
    });
    sent.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    given.pipe(sent);
  };
  const timer = setInterval(() => void Promise.all(ports.map(poll)), pollMs);
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    ready: () => [...ready],
    close: () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
