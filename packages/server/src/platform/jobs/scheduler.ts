import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Clock, Services } from '../context/context.ts';
import { toLoggable } from '../http/request-log.ts';
import type { TableName } from '../store/change-signals.ts';
import type { Database, Reader, RowOf } from '../store/database.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';

/** Recurring work that one of the server processes runs. */
export interface ScheduledJob {
  readonly name: string;
  /** Minimum time between the starts of two runs, in ms. */
  readonly everyMs: number;
  /**
   * Tables whose changes may create work. With them the job runs after a change, when work is due, and otherwise only every five minutes;
   * without them it runs every `everyMs`.
   */
  readonly watches?: readonly TableName[];
  /** When work is next due without a change, in UTC ms; null if none is. */
  nextDue?(): Promise<number | null>;
  run(): Promise<void>;
}

/** Called after each run of a scheduled job. */
export type OnScheduledRun = (name: string, hasFailed: boolean) => void;

export interface Scheduler {
  start(): void;
  /** Resolves when no job is running. */
  stop(): Promise<void>;
}

interface Deps extends Pick<Services, 'database' | 'clock' | 'log'> {
  readonly onScheduledRun?: OnScheduledRun;
}

/** Maximum time between two runs of a job that waits for changes, in ms. */
const idleMs = 300_000;
/** The lease of the process that runs the jobs, and how often it is renewed, in ms. */
const [leaseMs, renewMs] = [15_000, 5_000];
const leaseName = 'scheduler';

/** Runs the jobs in the process that holds the lease. A failed job is logged and runs again; a job never runs twice at the same time. */
export function createScheduler(deps: Deps, jobs: readonly ScheduledJob[]): Scheduler {
  const { database, clock, log } = deps;
  const holder = randomUUID();
  const loops = jobs.map((job) => createJobLoop(deps, job));
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let renewing: Promise<void> = Promise.resolve();
  /** Until when this process certainly has the lease, by the monotonic clock. */
  let leaseUntil = 0;

  const startOrStop = (isHeld: boolean) => {
    for (const loop of loops) {
      if (isHeld) loop.start();
      else void loop.stop();
    }
  };
  const renew = async () => {
    const requestedAt = performance.now();
    try {
      const isHeld = await takeLease(database, clock, leaseName, holder, leaseMs);
      leaseUntil = isHeld ? requestedAt + leaseMs : 0;
    } catch (error) {
      log.warn(toLoggable(error), 'the lease of the scheduler was not renewed');
    }
    if (!isStopped) startOrStop(performance.now() < leaseUntil);
  };
  const keepRenewing = () => {
    renewing = renew().finally(() => {
      if (!isStopped) timer = setTimeout(keepRenewing, renewMs).unref();
    });
  };
  return {
    start: keepRenewing,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([renewing, ...loops.map((loop) => loop.stop())]);
      // Otherwise another process would wait until the lease expires.
      await releaseLease(database, leaseName, holder).catch(() => {});
    },
  };
}

function createJobLoop({ database, clock, log, onScheduledRun }: Deps, job: ScheduledJob): WorkLoop {
  const { name, everyMs, watches = [] } = job;
  return createWorkLoop({
    changes: database.changes,
    clock,
    watches,
    everyMs,
    idleMs: watches.length === 0 ? everyMs : idleMs,
    firstMs: everyMs,
    async work() {
      try {
        await job.run();
        const due = (await job.nextDue?.()) ?? null;
        onScheduledRun?.(name, false);
        return due;
      } catch (error) {
        onScheduledRun?.(name, true);
        log.warn({ job: name, ...toLoggable(error) }, 'a scheduled job failed');
        return clock() + everyMs;
      }
    },
  });
}

/**
 * Takes or renews a lease, among all server processes. Returns whether the holder has it. A holder that crashed loses it after
 * `ms`.
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

export async function releaseLease(database: Database, name: string, holder: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
  });
}

/** A column with the time at which a record needs work. */
export interface DueTime {
  readonly table: TableName;
  readonly column: string;
  /** The states in which a record waits for that time; any if omitted. */
  readonly states?: readonly string[];
  /** A further condition for a record to wait. */
  readonly where?: RawBuilder<boolean>;
}

/** A time column of a table and states of its `status`, checked against the schema by the compiler. */
export function dueTime<T extends TableName>(
  table: T,
  column: keyof RowOf<T> & string,
  states?: readonly (RowOf<T> extends { status: infer State } ? State & string : never)[],
): DueTime {
  return { table, column, ...(states === undefined ? {} : { states }) };
}

/** The earliest of some times, in UTC ms; null if no record waits for one. Runs one statement for all of them. */
export async function findNextDue(read: Reader, times: readonly DueTime[]): Promise<number | null> {
  const earliest = times.map(({ table, column, states, where }) => {
    const conditions = [sql`${sql.ref(column)} is not null`];
    if (states !== undefined) conditions.push(isOneOf(states));
    if (where !== undefined) conditions.push(where);
    return sql`select min(${sql.ref(column)}) as due from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  });
  const { rows } = await sql<{ due: number | null }>`
    select min(due) as due from (${sql.join(earliest, sql` union all `)}) as times`.execute(read);
  return rows[0]?.due ?? null;
}

/** States are literals, not parameters, so that both databases can use a partial index of these states. */
function isOneOf(states: readonly string[]): RawBuilder<unknown> {
  const [only] = states;
  if (states.length === 1 && only !== undefined) return sql`status = ${sql.lit(only)}`;
  return sql`status in (${sql.join(states.map((state) => sql.lit(state)))})`;
}
