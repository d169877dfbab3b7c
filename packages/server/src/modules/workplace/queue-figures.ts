import {
  type AnyResource,
  backgroundJob,
  drawTask,
  knowDoc,
  mindMapTask,
  musicTask,
  order,
  pdfDoc,
  slideTask,
  toTableName,
  videoTask,
  writeTask,
} from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/store/database.ts';
import { knowWork, listActiveStates, pdfWork } from '../knowledge/index.ts';

/** Queued work, by the status of its records. */
interface Queue {
  readonly of: AnyResource;
  readonly waiting: readonly string[];
  readonly running: readonly string[];
  readonly failed: readonly string[];
  /** The condition for unfinished records that make no progress. */
  readonly stuck: (now: number) => RawBuilder<unknown>;
}

const createOverdueCondition = (now: number) => sql`timeout_at <= ${now}`;
const tasks = [drawTask, slideTask, videoTask, musicTask, writeTask, mindMapTask];

const queues: readonly Queue[] = [
  {
    of: order,
    waiting: ['paid'],
    running: [],
    failed: ['fulfilFailed'],
    stuck: (now) => sql`paid_at < ${now - 10 * 60_000}`,
  },
  {
    of: knowDoc,
    waiting: [knowWork.waiting],
    running: listActiveStates(knowWork),
    failed: ['failed'],
    stuck: () => sql`stuck = 1`,
  },
  {
    of: pdfDoc,
    waiting: [pdfWork.waiting],
    running: listActiveStates(pdfWork),
    failed: ['failed'],
    stuck: () => sql`stuck = 1`,
  },
  ...tasks.map((of) => ({
    of,
    waiting: ['queued'],
    running: ['submitted', 'running', 'unknown'],
    failed: ['failed', 'timedOut'],
    stuck: createOverdueCondition,
  })),
  {
    of: backgroundJob,
    waiting: ['queued'],
    running: ['running'],
    failed: ['failed'],
    stuck: (now) => sql`status = 'running' and lease_until <= ${now}`,
  },
];

export interface QueueFigures {
  readonly of: AnyResource;
  readonly waiting: number;
  readonly running: number;
  /** Failures of the last day. */
  readonly failed: number;
  /** How long the oldest record has waited, in seconds; null when none is waiting. */
  readonly oldestWaitS: number | null;
  readonly stuck: number;
  /** Statuses of unfinished records. */
  readonly open: readonly string[];
}

const day = 86_400_000;

async function queueNow({ read }: Database, now: number, queue: Queue): Promise<QueueFigures> {
  const { of, waiting, running, failed } = queue;
  const open = [...waiting, ...running];
  const isWaiting = sql`status in (${sql.join(waiting)})`;
  const { rows } = await sql<Record<'waiting' | 'open' | 'oldest' | 'stuck' | 'failed', number | null>>`
    select sum(case when ${isWaiting} then 1 else 0 end) as "waiting", count(*) as "open",
      min(case when ${isWaiting} then created_at end) as "oldest",
      sum(case when ${queue.stuck(now)} then 1 else 0 end) as "stuck",
      (select count(*) from ${sql.table(toTableName(of.name))}
        where status in (${sql.join(failed)}) and created_at >= ${now - day}) as "failed"
    from ${sql.table(toTableName(of.name))} where status in (${sql.join(open)})`.execute(read);
  const [row] = rows;
  const inLine = row?.waiting ?? 0;
  const oldest = row?.oldest ?? null;
  return {
    of,
    waiting: inLine,
    running: (row?.open ?? 0) - inLine,
    failed: row?.failed ?? 0,
    oldestWaitS: oldest === null ? null : Math.max(0, Math.round((now - oldest) / 1000)),
    stuck: row?.stuck ?? 0,
    open,
  };
}

/** Counts queued work everywhere, payments and refunds first. */
export function readQueues(database: Database, now: number): Promise<QueueFigures[]> {
  return Promise.all(queues.map((queue) => queueNow(database, now, queue)));
}
