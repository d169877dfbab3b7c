import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../context/context.ts';
import type { LineLoad } from '../http/admission/shed-calls.ts';
import type { Database } from '../store/database.ts';
import { createStateMetrics } from './state-metrics.ts';

export interface Metrics {
  observe(path: string, status: number, code: number | null, ms: number): void;
  observeShed(path: string, status: number, code: number): void;
  observeOutbound(target: string, result: string, ms: number): void;
  observeScheduledRun(job: string, hasFailed: boolean): void;
  /** Sets the function that returns the running and waiting calls. */
  watchCalls(loads: () => readonly LineLoad[]): void;
  /** Serves `/metrics` and returns the port. */
  listen(host: string, port: number): Promise<number>;
  close(): Promise<void>;
}

export interface MetricsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly version: string;
  readonly commit: string | null;
}

/** How long values from the database are cached, and how long a scrape waits for them, in ms. */
const [cacheMs, refreshMs] = [10_000, 5_000];
/** Gauges of the library with names that are reserved for counters. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/**
 * Creates the metrics for Prometheus. Labels come from route templates and definitions, so that invented paths create no series.
 */
export function createMetrics({ database, clock, version, commit }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const build = { version, commit: commit ?? '', node: process.versions.node };
  createGauge(registry, 'gantry_build_info', 'Version and commit of the server, and the version of Node.js', build).set(
    1,
  );
  const watchCalls = measureCalls(registry);
  measurePools(registry, database);
  const refresh = createRefresh(registry, database, clock);
  let server: Server | null = null;
  return {
    ...countHttp(registry),
    ...countWork(registry),
    watchCalls,
    async listen(host, port) {
      server = createServer((request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        refresh()
          .then(() => registry.metrics())
          .then(
            (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
            () => response.writeHead(500).end(),
          );
      });
      return listenOn(server, host, port);
    },
    close: () =>
      new Promise((resolve) => {
        if (!server) return resolve();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Creates a gauge with one series, whose labels never change. */
function createGauge(registry: Registry, name: string, help: string, labels: Record<string, string> = {}) {
  const gauge = new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] });
  return { set: (value: number) => gauge.set(labels, value) };
}

function countHttp(registry: Registry): Pick<Metrics, 'observe' | 'observeShed'> {
  const registers = [registry];
  const times = new Histogram({
    name: 'gantry_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['path', 'status'],
    buckets: durations,
    registers,
  });
  const responses = new Counter({
    name: 'gantry_http_responses_total',
    help: 'Responses by the code of their envelope',
    labelNames: ['path', 'code'],
    registers,
  });
  const shed = new Counter({
    name: 'gantry_http_requests_shed_total',
    help: 'Requests that were turned away before they began: 503 for too much work, 429 for a rate limit',
    labelNames: ['path', 'status'],
    registers,
  });
  return {
    observe(path, status, code, ms) {
      times.observe({ path, status }, ms / 1000);
      if (code !== null) responses.inc({ path, code });
    },
    observeShed: (path, status) => shed.inc({ path, status }),
  };
}

function countWork(registry: Registry): Pick<Metrics, 'observeOutbound' | 'observeScheduledRun'> {
  const registers = [registry];
  const outbound = new Histogram({
    name: 'gantry_outbound_request_duration_seconds',
    help: 'Calls to other systems by target and result: a class of HTTP statuses, ok, or why the call failed',
    labelNames: ['target', 'result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const runs = new Counter({
    name: 'gantry_scheduled_job_runs_total',
    help: 'Runs of scheduled jobs in this process',
    labelNames: ['job'],
    registers,
  });
  const failures = new Counter({
    name: 'gantry_scheduled_job_failures_total',
    help: 'Runs of scheduled jobs in this process that failed',
    labelNames: ['job'],
    registers,
  });
  return {
    observeOutbound: (target, result, ms) => outbound.observe({ target, result }, ms / 1000),
    observeScheduledRun(job, hasFailed) {
      runs.inc({ job });
      failures.inc({ job }, hasFailed ? 1 : 0);
    },
  };
}

function measureCalls(registry: Registry): Metrics['watchCalls'] {
  let loads: () => readonly LineLoad[] = () => [];
  const createCallGauge = (name: string, help: string, pick: (load: LineLoad) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['line'],
      registers: [registry],
      collect() {
        for (const load of loads()) this.set({ line: load.line }, pick(load));
      },
    });
  createCallGauge('gantry_http_calls_running', 'Calls that have begun and not ended', ({ running }) => running);
  createCallGauge('gantry_http_calls_waiting', 'Calls that wait for their turn', ({ waiting }) => waiting);
  return (source) => {
    loads = source;
  };
}

/** Measures the database connections of this process; SQLite has none. */
function measurePools(registry: Registry, database: Database): void {
  const pools = [
    ['calls', database],
    ['reserved', database.reserved],
  ] as const;
  const createPoolGauge = (
    name: string,
    help: string,
    pick: (pool: NonNullable<ReturnType<Database['pool']>>) => number,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [name, { pool }] of pools) {
          const now = pool();
          if (now !== null) this.set({ pool: name }, pick(now));
        }
      },
    });
  createPoolGauge('gantry_database_connections', 'Connections to PostgreSQL', ({ size }) => size);
  createPoolGauge('gantry_database_connections_busy', 'Connections that are in use', ({ size, idle }) => size - idle);
  createPoolGauge('gantry_database_requests_waiting', 'Requests that wait for a connection', ({ waiting }) => waiting);
}

/** Reads the state of the database for a scrape, at most every ten seconds. A scrape never waits for a database that hangs. */
function createRefresh(registry: Registry, database: Database, clock: Clock): () => Promise<void> {
  const state = createStateMetrics(registry, clock);
  const up = createGauge(registry, 'gantry_database_up', '1 when the database answered in time for this scrape');
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const isDown = () => {
    up.set(0);
    state.clear();
  };
  const read = async () => {
    try {
      await state.refresh(database.reserved.read);
      readAt = performance.now();
      up.set(1);
    } catch {
      isDown();
    } finally {
      reading = null;
    }
  };
  return async () => {
    if (performance.now() - readAt < cacheMs) return;
    reading ??= read();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isDown();
        resolve();
      }, refreshMs);
    });
    await Promise.race([reading, timeout]).finally(() => clearTimeout(timer));
  };
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
