import { ApiError, type JobKind, type JobProblem } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createDayOf } from '../../platform/context/day-of.ts';
import { enqueueFollowing, enqueueJob, type OnDead, type TakenJob } from '../../platform/jobs/job-rows.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import type { SettingsGuard } from '../../platform/settings/settings-store.ts';
import type { RowOf, Tx } from '../../platform/store/database.ts';
import { pruneBackups } from './backups.ts';
import { type DataDeps, endOfDeadJobs } from './data-jobs.ts';

type Deps = Pick<Services, 'database' | 'clock'> & { readonly onDead: OnDead };

const table = 'background_jobs';
/** How long a job waits for the only server that can run it after the server's last heartbeat, in ms. */
const timeoutMs = 3_600_000;
const why: JobProblem = 'serverGone';

/** Open jobs of servers without a heartbeat for so long, which no other process has changed meanwhile. */
function findLeftBehind(tx: Tx, since: number): Promise<RowOf<'background_jobs'>[]> {
  const received = tx.selectFrom('server_instances').select('place').where('seen_at', '>', since);
  return tx
    .selectFrom(table)
    .selectAll()
    .where('status', 'in', ['queued', 'running'])
    .where('place', 'is not', null)
    .where('updated_at', '<', since)
    .where('place', 'not in', received)
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Whether another server can do it: what was copied outside meanwhile is read from there. */
async function canMove(tx: Tx, { kind, params }: RowOf<'background_jobs'>): Promise<boolean> {
  if (kind !== 'backupProof') return false;
  const id = Number(JSON.parse(params).id);
  const backup = await tx.selectFrom('backups').select('copied_at').where('id', '=', id).executeTakeFirst();
  return backup !== undefined && backup.copied_at !== null;
}

/**
 * Fails the jobs that only a server without a heartbeat can run, or leaves them to other servers when those can run them. Waits
 * the full timeout from its own start too, because servers that were all stopped start one after another.
 */
export function createAbandonedJobsJob({ database, clock, onDead }: Deps): ScheduledJob {
  const beganAt = clock();
  return {
    name: 'fail jobs of stopped servers',
    everyMs: 60_000,
    run: async () => {
      const now = clock();
      if (now - beganAt < timeoutMs) return;
      await database.transaction(async (tx) => {
        await database.dialect.lock(tx, 'take job');
        for (const row of await findLeftBehind(tx, now - timeoutMs)) {
          const moves = await canMove(tx, row);
          const end = { status: 'failed', error_code: why, error: null, finished_at: now } as const;
          await tx
            .updateTable(table)
            .set({
              ...(moves ? { status: 'queued' as const, place: null } : end),
              lease_owner: null,
              lease_until: null,
              run_after: null,
              updated_at: now,
              version: row.version + 1,
            })
            .where('id', '=', row.id)
            .execute();
          if (!moves) await onDead(tx, getJob(row), why);
        }
      });
    },
  };
}

function getJob({ id, kind, params }: RowOf<'background_jobs'>): Pick<TakenJob, 'id' | 'kind' | 'params'> {
  return { id, kind: kind as TakenJob['kind'], params: JSON.parse(params) };
}

const minute = 60_000;
const dayMs = 86_400_000;

/** The hour of the day on a site's clock, 0 to 23. */
function getHourAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  return Number(format.format(moment));
}

async function getLastJob({ database }: DataDeps, kind: JobKind): Promise<number | null> {
  const row = await database.read
    .selectFrom('background_jobs')
    .select('created_at')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? row.created_at : null;
}

/** Puts what is due in the queue: once a day of the site, from the hour of the settings on. */
export async function enqueueDaily(deps: DataDeps): Promise<void> {
  const { database, clock, settings } = deps;
  const now = clock();
  const { timezone } = await settings.read('system', 'site');
  const retention = await settings.read('data', 'retention');
  const backups = await settings.read('data', 'backups');
  const dayOf = createDayOf();
  const [today, hour] = [dayOf(now, timezone), getHourAt(now, timezone)];
  const enqueue = async (kind: JobKind, isDue: (last: number | null) => boolean) => {
    if (!isDue(await getLastJob(deps, kind))) return;
    await database.transaction((tx) => enqueueJob(tx, database, clock, kind, null)).catch(ignoreOpenJob);
  };
  const getOncePerDay = (from: number) => (last: number | null) =>
    hour >= from && (last === null || dayOf(last, timezone) < today);
  await enqueue('measure', (last) => last === null || getOncePerDay(retention.hour)(last));
  if (retention.daily) {
    await enqueue('retention', getOncePerDay(retention.hour));
    await enqueue('removeOrphans', getOncePerDay(retention.hour));
  }
  if (backups.everyDays > 0) {
    const isOld = (last: number | null) => last === null || dayOf(last + backups.everyDays * dayMs, timezone) <= today;
    await enqueue('backup', (last) => hour >= backups.hour && isOld(last));
  }
}

/** One that waits or runs already will do. */
function ignoreOpenJob(error: unknown): void {
  if (!(error instanceof ApiError && error.problem === 'stateConflict')) throw error;
}

export function createDataJobs(deps: DataDeps): readonly ScheduledJob[] {
  return [
    createAbandonedJobsJob({ ...deps, onDead: endOfDeadJobs(deps.clock) }),
    { name: 'queue daily work', everyMs: minute, run: () => enqueueDaily(deps) },
    {
      name: 'prune backups',
      everyMs: 10 * minute,
      run: async () => {
        await pruneBackups(deps);
      },
    },
  ];
}

/** A use is summed by the day and hour of the site's clock, so a change of the time zone recalculates the sums. */
export function followTimeZone({ database, clock }: Pick<Services, 'database' | 'clock'>): SettingsGuard {
  return async (tx, { caller, before, after }) => {
    if (before.timezone === after.timezone) return;
    await enqueueFollowing(tx, database, clock, 'usageSums', caller.actor.id);
  };
}
