import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Foundation, getDatabasePlace } from './bootstrap.ts';
import type { ServerConfig } from './config.ts';
import type { DamageWatch } from './modules/backup/integrity-check.ts';
import { createIntegrityCheck, type IntegrityCheck } from './modules/backup/integrity-check.ts';
import { purgeKeys } from './platform/audit/idempotency.ts';
import type { ClientMeter } from './platform/http/admission/client-meter.ts';
import { createStopper, maxFinishMs, waitAtMost } from './platform/http/graceful-stop.ts';
import type { HttpMeter } from './platform/http/http-meter.ts';
import { toLoggable } from './platform/http/request-log.ts';
import type { JobRunner } from './platform/jobs/job-runner.ts';
import type { Scheduler } from './platform/jobs/scheduler.ts';
import type { Metrics } from './platform/observability/metrics.ts';
import type { Readiness } from './platform/observability/readiness.ts';
import type { SystemSampler } from './platform/observability/sampler.ts';
import type { Database } from './platform/store/database.ts';

/** Background work of the server, and its metrics. */
export interface Machinery {
  readonly meter: HttpMeter;
  readonly clients: ClientMeter;
  readonly sampler: SystemSampler;
  readonly background: Scheduler;
  readonly jobs: JobRunner;
  /** Purges of expired rows, run every minute in each process. */
  readonly purges: readonly ((database: Database, now: number) => Promise<unknown>)[];
  /** Null when metrics are disabled. */
  readonly metrics: Metrics | null;
}

export interface Lifecycle {
  /** Starts the background work. */
  start(): Promise<void>;
  /** Answers calls for `drainMs` while reporting not ready, then lets running calls finish. */
  stop(drainMs: number): Promise<void>;
}

const purgeIntervalMs = 60_000;
/** The name of the cleanup in the metrics. */
const cleanupJob = 'purge expired rows';

/** Creates the start and stop of background work. Must be called before the app is ready. */
export function createLifecycle(
  app: FastifyInstance,
  { sampler, background, jobs, purges, metrics }: Machinery,
  { audit, database, clock, log, damage }: Foundation,
  config: ServerConfig,
  readiness: Readiness,
): Lifecycle {
  const stopper = createStopper(app, log);
  const integrity = createIntegrityCheckFor(config, damage, log);
  const report = (error: unknown) => log.error({ error }, 'periodic cleanup failed');
  const purgeAll = (now: number) => [purgeKeys, ...purges].map((purge) => purge(database, now));
  const finish = (error: unknown = null) => {
    metrics?.observeScheduledRun(cleanupJob, error !== null);
    if (error !== null) report(error);
  };
  const cleanUp = () => void Promise.all([audit.checkpointIfDue(), ...purgeAll(clock())]).then(() => finish(), finish);
  let cleaning: NodeJS.Timeout | undefined;
  return {
    async start() {
      database.changes.listen();
      sampler.start();
      background.start();
      jobs.start();
      integrity?.start();
      audit.startSealing((error) => log.error(toLoggable(error), 'audit entries could not be sealed'));
      cleaning = setInterval(cleanUp, purgeIntervalMs).unref();
      const { metricsHost, metricsPort } = config;
      if (metrics && metricsPort !== null) {
        const port = await metrics.listen(metricsHost, metricsPort);
        log.info({ host: metricsHost, port }, 'serving metrics');
      }
    },
    async stop(drainMs) {
      readiness.drain();
      integrity?.stop();
      clearInterval(cleaning);
      sampler.stop();
      const work = Promise.all([background.stop(), jobs.stop()]).catch(report);
      const onAborted = () => log.warn('background work was cut because it did not end in time');
      await Promise.all([stopper.stop(drainMs), waitAtMost(work, drainMs + maxFinishMs, onAborted)]);
      await metrics?.close();
      await audit.stopSealing();
      await audit.checkpoint().catch(report);
    },
  };
}

/** The integrity check of SQLite; null for PostgreSQL, which checks pages itself. */
function createIntegrityCheckFor(config: ServerConfig, damage: DamageWatch, log: Logger): IntegrityCheck | null {
  const place = getDatabasePlace(config);
  return 'sqlite' in place ? createIntegrityCheck(place.sqlite, damage, log) : null;
}
