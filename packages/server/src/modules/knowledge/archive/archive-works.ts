import { goldenQuestion, knowChunk, knowDoc, knowledge, recallRecord, recallRun, toTableName } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { type JobContext, JobFailed, type JobWork, type JobWorks } from '../../../platform/jobs/job-runner.ts';
import type { ScheduledJob } from '../../../platform/jobs/scheduler.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { type Tx, withNamedTables } from '../../../platform/store/database.ts';
import { removeRecords } from '../../../platform/store/records.ts';
import { dropGeneration, dropVectors } from '../recall/index.ts';
import { removeUnused } from '../store/document-store.ts';
import { purgeText } from '../work/stored-text.ts';
import { knowWork } from '../work/work.ts';
import { ArchiveProblem, type ChunkRow, type QuestionRow } from './archive-rows.ts';
import { createKnowledgeExportWork } from './export-job.ts';
import {
  type BaseInMaking,
  beginBase,
  finishBase,
  insertDocument,
  insertQuestions,
  storeContent,
  unpackContent,
} from './store-documents.ts';
import { assertCapacity, type ImportLimits, type ReadArchive, readArchive } from './unpack-base.ts';

interface Deps extends Services {
  readonly settings: SettingsReader;
}

interface ImportedBase {
  readonly base: number;
  readonly documents: number;
  readonly chunks: number;
  readonly questions: number;
}

/** Questions written per transaction. */
const questionBatchSize = 500;

const stampOf = ({ clock }: Deps, { createdBy }: JobContext) => ({ by: createdBy, at: clock() });

const getOwner = ({ params }: JobContext) => (typeof params.ownerId === 'number' ? params.ownerId : null);

/** Stores in the job what it has created. Throws when the job was canceled or taken over, so that it creates nothing more. */
async function claim(tx: Tx, { id, attempts, params }: JobContext, made: Readonly<Record<string, unknown>>) {
  const claimed = await tx
    .updateTable('background_jobs')
    .set({ params: JSON.stringify({ ...params, ...made }) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  if (!claimed) throw new ArchiveProblem('stopped');
}

/** Creates the empty base, which reserves its name. */
async function begin(deps: Deps, job: JobContext, archive: ReadArchive, limits: ImportLimits): Promise<BaseInMaking> {
  const { database } = deps;
  const ownerId = getOwner(job);
  const id = await database.transaction(async (tx) => {
    await database.dialect.lock(tx, `bases of ${ownerId}`);
    await assertCapacity(tx, { ownerId, name: archive.name }, limits);
    const base = await beginBase({ tx, dialect: database.dialect, stamp: stampOf(deps, job) }, archive, ownerId);
    await claim(tx, job, { base });
    return base;
  });
  const nowhere = { id: 0, docId: 0, hash: '' };
  const positions = new Map(Array.from(archive.base.expected, (place) => [place, nowhere] as const));
  return { id, hashes: new Set(), positions };
}

/** Groups the chunks by document. Documents must be requested in order. */
function getChunksByDocument(rows: AsyncGenerator<ChunkRow>) {
  let next: ChunkRow | null = null;
  const read = async () => (await rows.next()).value ?? null;
  return async (no: number): Promise<ChunkRow[]> => {
    const own: ChunkRow[] = [];
    for (next ??= await read(); next?.no === no; next = await read()) own.push(next);
    return own;
  };
}

/** Imports each document with its chunks in a separate transaction, so that other work does not wait for the entire import. */
async function fill(deps: Deps, job: JobContext, { base }: ReadArchive, made: BaseInMaking): Promise<number> {
  const { database } = deps;
  const { dialect } = database;
  const { documents } = base;
  const rows = base.chunkRows();
  const chunksOf = getChunksByDocument(rows);
  try {
    for (const [done, document] of documents.entries()) {
      await job.report('unpacking', done, documents.length);
      const content = await unpackContent(document);
      const chunks = await chunksOf(document.no);
      await database.transaction(async (tx) => {
        const stamp = stampOf(deps, job);
        const stored = await storeContent(tx, document, content, stamp);
        await insertDocument({ tx, dialect, stamp }, made, document, stored, chunks);
      });
    }
  } finally {
    await rows.return(undefined);
  }
  let [questions, some] = [0, [] as QuestionRow[]];
  const write = async () => {
    const stamp = stampOf(deps, job);
    questions += await database.transaction((tx) => insertQuestions({ tx, dialect, stamp }, made, some));
    some = [];
  };
  for await (const question of base.questionRows()) {
    some.push(question);
    if (some.length === questionBatchSize) await write();
  }
  await write();
  await job.report('unpacking', documents.length, documents.length);
  return questions;
}

/** Imports a base. It becomes usable when complete; a partial import is deleted after a failure. */
async function importBase(deps: Deps, job: JobContext): Promise<ImportedBase> {
  const { database, settings, audit } = deps;
  const { params } = job;
  // Delete what an interrupted attempt created and start again.
  if (typeof params.base === 'number') await dropImport(deps, params.base);
  const limits = await settings.read('know', 'limits');
  const name = typeof params.name === 'string' ? params.name : null;
  const wanted = { file: String(params.file), name, ownerId: getOwner(job) };
  const archive = await readArchive(database.read, wanted, limits);
  const making = await begin(deps, job, archive, limits);
  try {
    const questions = await fill(deps, job, archive, making);
    const { documents, chunks } = archive.base;
    const counts = { documents: documents.length, chunks, questions };
    const made = { base: making.id, ...counts };
    await database.transaction(async (tx) => {
      await finishBase({ tx, dialect: database.dialect, stamp: stampOf(deps, job) }, making);
      await claim(tx, job, { base: making.id, made });
      const subject = { resource: knowledge.name, resourceId: making.id, action: 'importZip' };
      await audit.append(tx, null, { ...subject, after: counts });
    });
    return made;
  } catch (error) {
    // After an abort, another server continues the job and cleans up.
    if (!job.signal.aborted) await dropImport(deps, making.id);
    throw error;
  }
}

/** Creates the job work that imports an uploaded archive as a new base. */
export function createKnowledgeImportWork(deps: Deps): JobWork {
  return async (job) => {
    if (job.params.made !== undefined) return job.params.made;
    try {
      return await importBase(deps, job);
    } catch (error) {
      if (!(error instanceof ArchiveProblem)) throw error;
      throw new JobFailed(error.problem, error.detail);
    }
  };
}

/** Job works that export bases to archives and import archives as bases. */
export function archiveWorks(
  deps: Parameters<typeof createKnowledgeImportWork>[0],
): Pick<JobWorks, 'knowledgeExport' | 'knowledgeImport'> {
  return { knowledgeExport: createKnowledgeExportWork(deps), knowledgeImport: createKnowledgeImportWork(deps) };
}

/** Records deleted per transaction. */
const atOnce = 500;

type DropDeps = Pick<Services, 'database'>;

/** Deletes some records of a base. Returns true when none are left. */
async function dropSome({ database }: DropDeps, tx: Tx, base: number): Promise<boolean> {
  const { dialect } = database;
  const place = { knowledgeId: base, generation: 1 };
  for (const part of [recallRecord, recallRun, goldenQuestion, knowChunk]) {
    const some = withNamedTables(tx)
      .selectFrom(toTableName(part.name))
      .select('id')
      .where('knowledge_id', '=', base)
      .limit(atOnce);
    const ids = (await some.execute()).map(({ id }) => Number(id));
    if (ids.length === 0) continue;
    if (part === knowChunk) await dropVectors({ tx, dialect }, place, ids);
    await removeRecords(tx, dialect, part, ids);
    return false;
  }
  const docs = tx.selectFrom('know_docs').select(['id', 'file']).where('knowledge_id', '=', base).limit(atOnce);
  const rows = await docs.execute();
  if (rows.length === 0) return !(await dropGeneration({ tx, dialect }, place));
  const ids = rows.map(({ id }) => id);
  await purgeText(tx, knowWork, ids);
  await removeRecords(tx, dialect, knowDoc, ids);
  for (const { file } of rows) await removeUnused(tx, file);
  return false;
}

/** Deletes the partial base of a failed import in batches. A completed base is not deleted. */
async function dropImport(deps: DropDeps, base: number): Promise<void> {
  const { database } = deps;
  for (let isOver = false; !isOver; ) {
    isOver = await database.transaction(async (tx) => {
      const row = await tx.selectFrom('knowledge_bases').select('status').where('id', '=', base).executeTakeFirst();
      if (row?.status !== 'importing') return true;
      if (!(await dropSome(deps, tx, base))) return false;
      await removeRecords(tx, database.dialect, knowledge, [base]);
      return true;
    });
  }
}

/** Deletes partial bases whose import job has ended, because the server was interrupted or the job was canceled. */
export function createImportsJob(deps: DropDeps): ScheduledJob {
  const { read } = deps.database;
  return {
    name: 'maintain knowledge base imports',
    everyMs: 30_000,
    watches: ['background_jobs', 'knowledge_bases'],
    run: async () => {
      const begun = await read.selectFrom('knowledge_bases').select('id').where('status', '=', 'importing').execute();
      if (begun.length === 0) return;
      const jobs = read.selectFrom('background_jobs').select('params').where('kind', '=', 'knowledgeImport');
      const open = await jobs.where('status', 'in', ['queued', 'running']).execute();
      const stored = new Set(open.map(({ params }) => (JSON.parse(params) as { base?: unknown }).base));
      for (const { id } of begun) if (!stored.has(id)) await dropImport(deps, id);
    },
  };
}
