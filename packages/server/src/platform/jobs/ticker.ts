import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock, Services } from '../context/context.ts';
import { toLoggable } from '../http/request-log.ts';
import type { Database } from '../store/database.ts';

/** Work done again and again by one of the server's processes. */
export interface ScheduledJob {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Called after each run of a scheduled job. */
export type OnScheduledRun = (name: string, hasFailed: boolean) => void;

export interface Scheduler {
  start(): void;
  /** Resolves when no tick is running any more. */
  stop(): Promise<void>;
}

interface Deps extends Pick<Services, 'database' | 'clock' | 'log'> {
  readonly onScheduledRun?: OnScheduledRun;
}

/**
 * Runs each tick at its pace in whichever process holds its lease. A tick that fails is logged and comes again; one that
 * takes longer than its pace is not started twice.
 */
export function createScheduler(
  { database, clock, log, onScheduledRun }: Deps,
  ticks: readonly ScheduledJob[],
): Scheduler {
  const holder = randomUUID();
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();

  const runOnce = async ({ name, everyMs, run }: ScheduledJob) => {
    try {
      // The holder keeps it for three paces, so that another process takes over soon and never at the same time.
      const take = () => takeLease(database, clock, name, holder, everyMs * 3);
      if (!(await take())) return;
      // A run may take longer than that.
      const beat = setInterval(() => void take().catch(() => undefined), everyMs).unref();
      await run().finally(() => clearInterval(beat));
      onScheduledRun?.(name, false);
    } catch (error) {
      onScheduledRun?.(name, true);
      log.warn({ tick: name, ...toLoggable(error) }, 'a tick failed');
    }
  };
  const schedule = (tick: ScheduledJob) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      const work = runOnce(tick).finally(() => {
        running.delete(work);
        if (!isStopped) schedule(tick);
      });
      running.add(work);
    }, tick.everyMs);
    timers.add(timer.unref());
  };
  let isStopped = false;

  return {
    start() {
      for (const tick of ticks) schedule(tick);
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/**
 * Takes or prolongs the right to do some work for all server processes, for so many ms. Answers whether we have it; a
 * holder that died loses it when the time is over.
 */
export async function takeLease(
  database: Database,
  clock: Clock,
  name: string,
  holder: string,
  ms: number,
): Promise<boolean> {
  const now = clock();
  return database.transaction(async (tx) => {
    const taken = await tx
      .insertInto('leases')
      .values({ name, holder, until: now + ms })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder: sql`excluded.holder`, until: sql`excluded.until` })
          .where((eb) => eb.or([eb('leases.until', '<=', now), eb('leases.holder', '=', holder)])),
      )
      .returning('holder')
      .executeTakeFirst();
    return taken !== undefined;
  });
}
