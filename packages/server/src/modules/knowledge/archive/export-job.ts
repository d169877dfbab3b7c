import { exportDays, type exportProblems, knowledgeExport } from '@gantry/core';
import type { AuditDraft } from '../../../platform/audit/audit-trail.ts';
import type { Services } from '../../../platform/context/context.ts';
import { type JobContext, JobFailed, type JobWork } from '../../../platform/jobs/job-runner.ts';
import type { ScheduledJob } from '../../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../../platform/jobs/scheduler.ts';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import { ZipTooLarge } from '../../../platform/storage/zip-writer.ts';
import type { Row, RowOf, Tx } from '../../../platform/store/database.ts';
import { changeRecord, removeRecords } from '../../../platform/store/records.ts';
import { removeUnused } from '../store/document-store.ts';
import { openSink, packBase } from './pack-base.ts';

const table = 'knowledge_exports';
const day = 86_400_000;
/** Returns when an export expires. A failed export shows its reason until then. */
const getUntil = (at: number) => at + exportDays * day;

/** Records the outcome of an export and audits a completed one. Returns false when the export was deleted meanwhile. */
async function change(
  { database, clock, audit }: Services,
  id: number,
  cells: Row,
  done?: Pick<AuditDraft, 'action' | 'after'>,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return false;
    const stamp = { by: null, at: clock() };
    await changeRecord(tx, database.dialect, knowledgeExport, row, cells as Parameters<typeof changeRecord>[4], stamp);
    if (done) await audit.append(tx, null, { resource: knowledgeExport.name, resourceId: id, ...done });
    return true;
  });
}

/** Deletes an export and its file, unless another record uses the file. */
export async function removeExport(
  tx: Tx,
  { database }: Pick<Services, 'database'>,
  row: RowOf<'knowledge_exports'>,
): Promise<void> {
  await removeRecords(tx, database.dialect, knowledgeExport, [row.id]);
  await removeUnused(tx, row.file);
  await removeUnused(tx, row.piece);
}

/** Records the file that this attempt writes and deletes the partial file of an interrupted attempt. */
async function begin({ database }: Services, id: number, piece: string): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
    await removeUnused(tx, row?.piece);
    await tx.updateTable(table).set({ piece }).where('id', '=', id).execute();
  });
}

/** Creates the job work that packs a base. An attempt after an interruption starts again. */
export function createKnowledgeExportWork(deps: Services): JobWork {
  const { database, clock } = deps;
  return async (job: JobContext) => {
    const id = Number(job.params.id);
    const row = await database.read.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new ExportFailed('gone');
    const sink = await openSink(database, row.name, job.createdBy, clock());
    try {
      await begin(deps, id, sink.file);
      await change(deps, id, { status: 'making', progress: 0, problem: null, expires_at: null });
      let shown = 0;
      const report = async (done: number, total: number) => {
        await job.report('packing', done, total);
        const progress = Math.floor((100 * done) / Math.max(1, total));
        if (progress < shown + 5) return;
        shown = progress;
        await change(deps, id, { progress });
      };
      const packed = await packBase(deps, { id: row.knowledge_id, form: row.form }, sink.take, report);
      const at = clock();
      const { file, size, sha256 } = await sink.end('zip', at);
      const counts = {
        document_count: packed.documents,
        chunk_count: packed.chunks,
        question_count: packed.questions,
      };
      const ready = { ...counts, status: 'ready', progress: 100, file, size, content_hash: sha256, finished_at: at };
      const made = { action: 'make', after: { size, sha256 } };
      const isThere = await change(deps, id, { ...ready, expires_at: getUntil(at) }, made);
      if (!isThere) throw new ExportFailed('gone');
      return { name: row.name, bytes: size, documents: packed.documents, chunks: packed.chunks };
    } catch (error) {
      await sink.drop();
      // Another server may continue the job; the exports job records the outcome of a canceled one.
      if (error instanceof Error && error.name === 'JobStopped') throw error;
      const failure = error instanceof ZipTooLarge ? new ExportFailed('tooLarge') : error;
      const problem = failure instanceof ExportFailed ? failure.problem : 'failed';
      // When another attempt has replaced the file, that attempt records the outcome.
      const isOurs = database.read.selectFrom(table).select('id').where('id', '=', id).where('piece', '=', sink.file);
      if (await isOurs.executeTakeFirst())
        await change(deps, id, { status: 'failed', problem, expires_at: getUntil(clock()) });
      throw failure;
    }
  };
}

/** Marks completed exports as lost when their file is missing. Backups exclude the archives, so this happens after a restore. */
async function reportLost(deps: Services): Promise<void> {
  const { read } = deps.database;
  const lost = read
    .selectFrom(table)
    .selectAll()
    .where('status', '=', 'ready')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('documents')
            .select('documents.id')
            .whereRef('documents.name', '=', 'knowledge_exports.file')
            .where('documents.sha256', 'is not', null),
        ),
      ),
    );
  for (const row of await lost.limit(50).execute())
    await change(deps, row.id, { status: 'failed', problem: 'notStored', file: null, size: 0 });
}

const expiring = { resource: knowledgeExport, action: 'expire' };
const ending = { resource: knowledgeExport, action: 'end' };

/** Deletes expired exports and marks exports as failed when their job has ended without a result. */
export function createExportsJob(deps: Services): ScheduledJob {
  const { database, clock, audit } = deps;
  return {
    name: 'maintain knowledge base exports',
    everyMs: 30_000,
    watches: ['background_jobs', table, 'documents'],
    nextDue: () => findNextDue(database.read, [dueTime(table, 'expires_at')]),
    run: async () => {
      await reportLost(deps);
      const old = database.read
        .selectFrom(table)
        .selectAll()
        .where('expires_at', '<', clock())
        .where(isRetryDue(expiring, clock(), `${table}.id`))
        .limit(50);
      await processDue(deps, expiring, await old.execute(), (row) =>
        database.transaction(async (tx) => {
          await removeExport(tx, deps, row);
          const subject = { resource: knowledgeExport.name, resourceId: row.id, action: 'expire' };
          await audit.append(tx, null, { ...subject, before: { name: row.name } });
        }),
      );
      const open = database.read
        .selectFrom('background_jobs')
        .select('id')
        .where('status', 'in', ['queued', 'running'])
        .where('kind', '=', 'knowledgeExport');
      const left = database.read
        .selectFrom(table)
        .selectAll()
        .where('status', '=', 'making')
        .where('job_id', 'not in', open)
        .where(isRetryDue(ending, clock(), `${table}.id`))
        .limit(50);
      await processDue(deps, ending, await left.execute(), async (row, id) => {
        await database.transaction((tx) => removeUnused(tx, row.piece));
        await change(deps, id, { status: 'failed', problem: 'stopped', expires_at: getUntil(clock()) });
      });
    },
  };
}

type ExportProblem = keyof typeof exportProblems;

/** Thrown when an export fails. The record stores the problem code, which has a text in each language. */
export class ExportFailed extends JobFailed {
  declare readonly problem: ExportProblem;

  constructor(problem: ExportProblem) {
    super(problem);
  }
}
