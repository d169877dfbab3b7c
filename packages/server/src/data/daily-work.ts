import { Fault, type JobKind } from '@gantry/core';
import { enqueueJob } from '../jobs/job-rows.ts';
import type { Tick } from '../jobs/ticker.ts';
import { createDayOf } from '../money/day-of.ts';
import { forgetBackups } from './backups.ts';
import { type DataNeeds, endOfDeadJobs } from './data-jobs.ts';
import { jobsLeftTick } from './jobs-left.ts';

const minute = 60_000;
const dayMs = 86_400_000;

/** The hour of the day on a site's clock, 0 to 23. */
function hourAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return Number(format.format(moment));
}

async function lastJob({ database }: DataNeeds, kind: JobKind): Promise<number | null> {
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
export async function enqueueDaily(needs: DataNeeds): Promise<void> {
  const { database, clock, settings } = needs;
  const now = clock();
  const { timezone } = await settings.read('system', 'site');
  const retention = await settings.read('data', 'retention');
  const backups = await settings.read('data', 'backups');
  const dayOf = createDayOf();
  const [today, hour] = [dayOf(now, timezone), hourAt(now, timezone)];
  const enqueue = async (kind: JobKind, isDue: (last: number | null) => boolean) => {
    if (!isDue(await lastJob(needs, kind))) return;
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
  if (!(error instanceof Fault && error.fault === 'stateConflict')) throw error;
}

export function dataTicks(needs: DataNeeds): readonly Tick[] {
  return [
    jobsLeftTick({ ...needs, onDead: endOfDeadJobs(needs.clock) }),
    { name: 'queue daily work', everyMs: minute, run: () => enqueueDaily(needs) },
    {
      name: 'forget backups',
      everyMs: 10 * minute,
      run: async () => {
        await forgetBackups(needs);
      },
    },
  ];
}
