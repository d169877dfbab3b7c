import { ApiError, type JobKind } from '@gantry/core';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import type { ScheduledJob } from '../../platform/jobs/ticker.ts';
import { createDayOf } from '../ledger/day-of.ts';
import { pruneBackups } from './backups.ts';
import { type DataDeps, endOfDeadJobs } from './data-jobs.ts';
import { createAbandonedJobsJob } from './jobs-left.ts';

const minute = 60_000;
const dayMs = 86_400_000;

/** The hour of the day on a site's clock, 0 to 23. */
function hourAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return Number(format.format(moment));
}

async function lastJob({ database }: DataDeps, kind: JobKind): Promise<number | null> {
  const row = await database.read
    .selectFrom('background_jobs')
    .select('created_at')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? Number(row.created_at) : null;
}

/** Puts what is due in the queue: once a day of the site, from the hour of the settings on. */
export async function enqueueDaily(deps: DataDeps): Promise<void> {
  const { database, clock, settings } = deps;
  const now = clock();
  const { timezone } = await settings.read('system', 'site');
  const retention = await settings.read('data', 'retention');
  const backups = await settings.read('data', 'backups');
  const dayOf = createDayOf();
  const [today, hour] = [dayOf(now, timezone), hourAt(now, timezone)];
  const enqueue = async (kind: JobKind, isDue: (last: number | null) => boolean) => {
    if (!isDue(await lastJob(deps, kind))) return;
    await database.transaction((tx) => enqueueJob(tx, database, clock, kind, null)).catch(passOpen);
  };
  const oncePerDay = (from: number) => (last: number | null) =>
    hour >= from && (last === null || dayOf(last, timezone) < today);
  await enqueue('measure', (last) => last === null || oncePerDay(retention.hour)(last));
  if (retention.daily) {
    await enqueue('retention', oncePerDay(retention.hour));
    await enqueue('removeOrphans', oncePerDay(retention.hour));
  }
  if (backups.everyDays > 0) {
    const isOld = (last: number | null) => last === null || dayOf(last + backups.everyDays * dayMs, timezone) <= today;
    await enqueue('backup', (last) => hour >= backups.hour && isOld(last));
  }
}

/** One that waits or runs already will do. */
function passOpen(error: unknown): void {
  if (!(error instanceof ApiError && error.problem === 'stateConflict')) throw error;
}

export function createDataJobs(deps: DataDeps): readonly ScheduledJob[] {
  return [
    createAbandonedJobsJob({ ...deps, onDead: endOfDeadJobs(deps.clock) }),
    { name: 'queue daily work', everyMs: minute, run: () => enqueueDaily(deps) },
    {
      name: 'forget backups',
      everyMs: 10 * minute,
      run: async () => {
        await pruneBackups(deps);
      },
    },
  ];
}
