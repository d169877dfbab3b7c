import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observe(path: string, status: number, code: number | null, ms: number): void;
  /** Serves `/metrics` on the loopback and gives the port that was taken. */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

/** Figures for Prometheus. Labels come from route templates, so that nobody can make series by making up paths. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const durations = new Histogram({
    name: 'gantry_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['path', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  });
  const answers = new Counter({
    name: 'gantry_http_answers_total',
    help: 'Answers by the code of their envelope',
    labelNames: ['path', 'code'],
    registers,
  });
  let server: Server | null = null;

  return {
    observe(path, status, code, ms) {
      durations.observe({ path, status }, ms / 1000);
      if (code !== null) answers.inc({ path, code });
    },
    async listen(port) {
      server = createServer((request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        registry.metrics().then(
          (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
          () => response.writeHead(500).end(),
        );
      });
      return listenOnLoopback(server, port);
    },
    close: () =>
      new Promise((resolve) => {
        if (!server) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listenOnLoopback(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
