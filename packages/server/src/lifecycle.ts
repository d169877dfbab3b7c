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

/** What the server does beside answering calls, and the figures that it keeps. */
export interface Machinery {
  readonly meter: HttpMeter;
  readonly clients: ClientMeter;
  readonly sampler: SystemSampler;
  readonly background: Scheduler;
  readonly jobs: JobRunner;
  /** Removals of what has expired, in each process every minute. */
  readonly purges: readonly ((database: Database, now: number) => Promise<unknown>)[];
  /** Null when they are not enabled. */
  readonly metrics: Metrics | null;
}

export interface Lifecycle {
  /** Starts what runs beside the calls. */
  start(): Promise<void>;
  /** Goes on answering for `drainMs` while it says that it is not ready, then lets calls in work finish. */
  stop(drainMs: number): Promise<void>;
}

const purgeIntervalMs = 60_000;
/** The name of the cleanup in the metrics. */
const cleanupJob = 'purge expired rows';

/** Starting and stopping what runs beside the calls. To be made before the app is ready. */
export function createLifecycle(
  app: FastifyInstance,
  { sampler, background, jobs, purges, metrics }: Machinery,
  { audit, database, clock, log, damage }: Foundation,
  config: ServerConfig,
  readiness: Readiness,
): Lifecycle {
  const stopper = createStopper(app, log);
  const integrity = integrityCheckOf(config, damage, log);
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
      const onCut = () => log.warn('background work was cut because it did not end in time');
      await Promise.all([stopper.stop(drainMs), waitAtMost(work, drainMs + maxFinishMs, onCut)]);
      await metrics?.close();
      await audit.stopSealing();
      await audit.checkpoint().catch(report);
    },
  };
}

/** PostgreSQL checks its pages itself as it reads them. */
function integrityCheckOf(config: ServerConfig, damage: DamageWatch, log: Logger): IntegrityCheck | null {
  const place = getDatabasePlace(config);
  return 'sqlite' in place ? createIntegrityCheck(place.sqlite, damage, log) : null;
}
