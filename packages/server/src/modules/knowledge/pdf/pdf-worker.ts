import { pdfDoc } from '@gantry/core';
import type { ScheduledJob } from '../../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../../platform/jobs/scheduler.ts';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import type { Row, RowOf, Tx } from '../../../platform/store/database.ts';
import { removeRecords } from '../../../platform/store/records.ts';
import { DocumentError } from '../parse/document-error.ts';
import { removeUnused } from '../store/document-store.ts';
import { createDocumentWorker, type DocumentWorker } from '../work/document-worker.ts';
import { purgeText } from '../work/stored-text.ts';
import type { WorkDeps } from '../work/work.ts';
import { pdfWork } from '../work/work.ts';
import { purgeOcrPages } from './pdf-ocr.ts';
import { releasePdf } from './pdf-plan.ts';
import { dropPdfChunks, embedPdf, keepVectors, pdfStages } from './pdf-stages.ts';

/** Lease of a PDF worker, in seconds. */
const leaseSeconds = 120;

/** Creates the worker that parses, chunks and indexes the PDFs of users. It releases the hold of an unreadable PDF. */
export function createPdfWorker(deps: WorkDeps): DocumentWorker {
  return createDocumentWorker(deps, {
    kind: pdfWork,
    stages: pdfStages,
    readRules: async () => ({ ...(await deps.settings.read('pdf', 'pipeline')), leaseSeconds, fair: true }),
    onFailed: release,
  });
}

/** Releases the hold of work that is not retried automatically. */
async function release(tx: Tx, { database, clock }: WorkDeps, id: number): Promise<void> {
  const row = await tx.selectFrom('pdf_docs').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) await releasePdf({ tx, dialect: database.dialect, at: clock() }, row);
}

const atOnce = 50;
const expiring = { resource: pdfDoc, action: 'expire' };

/** Expires PDFs: deletes file, text and chunks and keeps the record. */
async function expirePdfs(deps: WorkDeps): Promise<void> {
  const { database, clock } = deps;
  const due = await database.read
    .selectFrom('pdf_docs')
    .selectAll()
    .where('status', '=', 'ready')
    .where('expires_at', '<', clock())
    .where(isRetryDue(expiring, clock(), 'pdf_docs.id'))
    .limit(atOnce)
    .execute();
  await processDue(deps, expiring, due, (row) =>
    database.transaction((tx) => clearPdf(tx, deps, row, { status: 'expired' })),
  );
}

/** Deletes the text and chunks of a PDF, and its file unless another record uses it. */
export async function clearPdf(
  tx: Parameters<typeof purgeText>[0],
  deps: Pick<WorkDeps, 'database'>,
  row: RowOf<'pdf_docs'>,
  values: Row | null,
): Promise<void> {
  const chunks = await tx.selectFrom('pdf_chunks').select('id').where('doc_id', '=', row.id).execute();
  await dropPdfChunks(
    tx,
    deps,
    chunks.map(({ id }) => id),
  );
  await purgeText(tx, pdfWork, [row.id]);
  await purgeOcrPages(tx, row.id);
  const { dialect } = deps.database;
  if (values === null) await removeRecords(tx, dialect, pdfDoc, [row.id]);
  else {
    const cleared = { ...values, file: null, chunk_count: 0, token_count: 0, summary: null };
    await tx.updateTable('pdf_docs').set(cleared).where('id', '=', row.id).execute();
  }
  await removeUnused(tx, row.file);
}

/** Indexes chunks that were queued for reindexing. */
async function reindexPdfs(deps: WorkDeps): Promise<void> {
  const { database } = deps;
  const rows = await database.read
    .selectFrom('pdf_chunks')
    .selectAll()
    .where('status', '=', 'pending')
    .where('generation', '>', 0)
    .orderBy('doc_id')
    .limit(atOnce)
    .execute();
  const same = rows.filter((row) => row.doc_id === rows[0]?.doc_id);
  if (same.length === 0) return;
  try {
    const vectors = await embedPdf(deps, same);
    await database.transaction((tx) => keepVectors(tx, same, vectors));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.isRetryable) return;
    const ids = same.map(({ id }) => id);
    const failed = { status: 'failed', error: error.message } as const;
    await database.transaction((tx) => tx.updateTable('pdf_chunks').set(failed).where('id', 'in', ids).execute());
  }
}

export function createPdfJob(deps: WorkDeps): ScheduledJob {
  return {
    name: 'process PDFs',
    everyMs: 2_000,
    watches: ['pdf_docs', 'pdf_chunks'],
    nextDue: () => findNextDue(deps.database.read, [dueTime('pdf_docs', 'expires_at', ['ready'])]),
    run: async () => {
      await expirePdfs(deps);
      await reindexPdfs(deps);
    },
  };
}
