import { setImmediate as breath, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock, Services } from '../../platform/context/context.ts';
import { createHourOf } from '../../platform/context/day-of.ts';
import type { OnDead } from '../../platform/jobs/job-rows.ts';
import type { JobContext, JobWorks } from '../../platform/jobs/job-runner.ts';
import { notifyDeadJobs } from '../../platform/jobs/sweep.ts';
import { cacheMs, type SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { ByteStore } from '../../platform/storage/file-store.ts';
import { byId, readPagesByKey } from '../../platform/store/query/pages-by-key.ts';
import { readNewestTimeZone, rebuildUsage } from '../ledger/index.ts';
import type { BackupDeps } from './backup-store.ts';
import { makeBackup, verifyBackup } from './backups.ts';
import { copyBackup, endCopy } from './copy-backup.ts';
import { measureData } from './measure.ts';
import { runRetention } from './retention.ts';

interface OrphanDeps extends Pick<Services, 'database' | 'clock'> {
  readonly settings: SettingsReader;
  /** Bytes of images that are not in the database. */
  readonly bytes: Pick<ByteStore, 'remove'>;
}

/** Tables whose texts are not references: histories, search indexes, and the images themselves. */
const skipped =
  /^(?:files|audit_.*|usage_.*|chat_counters|chat_\w+_origins|schema_migrations|leases|retry_states|model_uses|server_instances|idempotency_.*|.*_search(?:_.*)?|sqlite_.*)$/;
/** Number of ids checked by one statement. */
const window = 10_000;
const page = 1_000;
const dayMs = 86_400_000;
/** An image that was just uploaded waits for the form around it to be saved. */
const settling = 3_600_000;
const reference = /\/files\/([A-Za-z0-9_-]{1,100}\.[a-z0-9]{1,5})/g;

async function getTables({ kind, read }: OrphanDeps['database']): Promise<string[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'
          and sql not like 'create virtual%' order by name`.execute(read)
      : await sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'
          and relnamespace = current_schema()::regnamespace order by relname`.execute(read);
  return rows.map(({ name }) => name).filter((name) => !skipped.test(name));
}

/** Names of the images that any text column of a table refers to. */
async function* getReferencesIn({ database }: OrphanDeps, table: string): AsyncGenerator<string> {
  const columns = await database.dialect.columnsOf(database.read, table);
  const texts = columns.filter(({ type }) => type === 'text').map(({ name }) => name);
  if (texts.length === 0) return;
  const isNamed = sql.join(
    texts.map((name) => sql`${sql.ref(name)} like '%/files/%'`),
    sql` or `,
  );
  const chosen = sql.join(texts.map((name) => sql.ref(name)));
  const hasId = columns.some(({ name }) => name === 'id');
  const { rows: ends } = hasId
    ? await sql<{ last: number | null }>`select max(id) as last from ${sql.table(table)}`.execute(database.read)
    : { rows: [{ last: 1 }] };
  const last = ends[0]?.last ?? 0;
  for (let after = 0; after < last; after += window) {
    const within = hasId ? sql`id > ${after} and id <= ${after + window} and` : sql``;
    const { rows } = await sql<Record<string, string | null>>`select ${chosen} from ${sql.table(table)}
      where ${within} (${isNamed})`.execute(database.read);
    for (const row of rows) {
      for (const text of Object.values(row)) {
        for (const [, name = ''] of (text ?? '').matchAll(reference)) yield name;
      }
    }
    await breath();
  }
}

interface OrphanCount {
  readonly pictures: number;
  readonly orphans: number;
}

/** Looks for references to each image and records since when there are none. */
async function findOrphans(deps: OrphanDeps, report: JobContext['report']): Promise<OrphanCount> {
  const { database, clock } = deps;
  const tables = await getTables(database);
  const named = new Set<string>();
  const startedAt = clock();
  for (const [at, table] of tables.entries()) {
    await report('reading', at, tables.length);
    for await (const name of getReferencesIn(deps, table)) named.add(name);
  }
  let [pictures, orphans] = [0, 0];
  const settled = database.read
    .selectFrom('files')
    .select(['id', 'name', 'orphaned_at'])
    .where('created_at', '<=', startedAt - settling)
    .orderBy('id')
    .limit(page);
  for await (const rows of readPagesByKey(page, (after) => settled.where('id', '>', after).execute(), byId)) {
    const getIds = (wanted: (row: (typeof rows)[number]) => boolean) => rows.filter(wanted).map(({ id }) => id);
    const isNamed = ({ name }: (typeof rows)[number]) => named.has(name);
    const lost = getIds((row) => !isNamed(row) && row.orphaned_at === null);
    const found = getIds((row) => isNamed(row) && row.orphaned_at !== null);
    await database.transaction(async (tx) => {
      const mark = (ids: number[], at: number | null) =>
        ids.length === 0 ? null : tx.updateTable('files').set({ orphaned_at: at }).where('id', 'in', ids).execute();
      await mark(lost, clock());
      await mark(found, null);
    });
    pictures += rows.length;
    orphans += rows.filter((row) => !isNamed(row)).length;
    await breath();
  }
  return { pictures, orphans };
}

/** Checks once more, then deletes the images without references for longer than the grace time. */
export async function removeOrphans(
  deps: OrphanDeps,
  report: JobContext['report'],
): Promise<{ readonly deleted: number }> {
  const { database, clock, settings, bytes } = deps;
  await findOrphans(deps, report);
  const { orphanDays } = await settings.read('data', 'retention');
  let deleted = 0;
  for (;;) {
    const gone = await database.transaction((tx) => {
      const due = tx
        .selectFrom('files')
        .select('id')
        .where('orphaned_at', '<', clock() - orphanDays * dayMs)
        .orderBy('id')
        .limit(100);
      return tx.deleteFrom('files').where('id', 'in', due).returning(['name', 'store']).execute();
    });
    if (gone.length === 0) return { deleted };
    deleted += gone.length;
    const elsewhere = gone.filter(({ store }) => store !== 'database').map(({ name }) => name);
    for (const name of elsewhere) await bytes.remove(name);
    await report('deleting', deleted);
  }
}

export interface DataDeps extends Services, BackupDeps, OrphanDeps {}

/** Types of jobs that other modules run. */
export type OtherJobs = 'recallRun' | 'writeRerun' | 'knowledgeExport' | 'knowledgeImport';

/** The work of each kind of job. */
export function createDataJobWorks(deps: DataDeps): Omit<JobWorks, OtherJobs> {
  const { database, settings, audit } = deps;
  return {
    measure: (job) => measureData(deps, (done, total) => job.report('counting', done, total)),
    async retention(job) {
      const result = await runRetention(deps, (deleted) => job.report('deleting', deleted));
      await audit.note(null, {
        resource: 'dataset',
        resourceId: null,
        action: 'retention',
        after: { ...result.deleted },
      });
      return result;
    },
    async usageSums(job) {
      // Other processes count uses under the time zone that they know, until they read the settings again.
      await setTimeout(cacheMs);
      return rebuildUsage(database, createHourOf(), readNewestTimeZone(settings), (done, total) =>
        job.report('summing', done, total),
      );
    },
    backup: (job) => makeBackup(deps, job),
    backupCopy: (job) => copyBackup(deps, job, Number(job.params.id)),
    backupProof: (job) => verifyBackup(deps, job),
    findOrphans: (job) => findOrphans(deps, job.report),
    async removeOrphans(job) {
      const result = await removeOrphans(deps, job.report);
      await audit.note(null, { resource: 'file', resourceId: null, action: 'removeOrphans', after: result });
      return result;
    },
  };
}

/** Handles a job that is not retried automatically: notifies admins and records the end on the job's subject. */
export function endOfDeadJobs(clock: Clock): OnDead {
  const report = notifyDeadJobs(clock);
  return async (tx, job, why) => {
    if (job.kind === 'backupCopy') await endCopy(tx, Number(job.params.id));
    await report(tx, job, why);
  };
}
