import { knowledge } from '@gantry/core';
import type { Services } from '../../context.ts';
import { type JobContext, JobFailed, type JobWork } from '../../jobs/job-runner.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { Tx } from '../../store/database.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { type InsertedBase, insertBase } from './insert-base.ts';
import { type KeptDocument, keepContent } from './keep-documents.ts';
import { assertRoom, readArchive } from './read-archive.ts';

interface Needs extends Services {
  readonly settings: SettingsReader;
}

/** What its documents hold is kept first; the base appears with all of it in one transaction, or not at all. */
async function importBase(needs: Needs, job: JobContext): Promise<InsertedBase> {
  const { database, clock, settings, audit } = needs;
  const { params, createdBy: by } = job;
  const limits = await settings.read('know', 'limits');
  const ownerId = typeof params.ownerId === 'number' ? params.ownerId : null;
  const name = typeof params.name === 'string' ? params.name : null;
  const archive = await readArchive(database.read, { file: String(params.file), name, ownerId }, limits);
  const { documents } = archive.base;
  const kept: KeptDocument[] = [];
  for (const [done, document] of documents.entries()) {
    await job.tell('unpacking', done, documents.length);
    kept.push(await keepContent(database, document, by, clock()));
  }
  await job.tell('unpacking', documents.length, documents.length);
  return database.transaction(async (tx) => {
    await database.dialect.lock(tx, `bases of ${ownerId}`);
    await assertRoom(tx, { ownerId, name: archive.name }, limits);
    await assertKept(tx, kept);
    const scope = { tx, dialect: database.dialect, stamp: { by, at: clock() } };
    const inserted = await insertBase(scope, archive, kept, ownerId);
    await claim(tx, job, inserted);
    const { base, ...counts } = inserted;
    await audit.append(tx, null, { resource: knowledge.name, resourceId: base, action: 'importZip', after: counts });
    return inserted;
  });
}

/** What nothing names is swept after a day. */
async function assertKept(tx: Tx, kept: readonly KeptDocument[]): Promise<void> {
  const files = [...new Set(kept.flatMap(({ stored }) => stored?.file ?? []))];
  for (let from = 0; from < files.length; from += 500) {
    const some = files.slice(from, from + 500);
    const found = await tx.selectFrom('documents').select('name').where('name', 'in', some).execute();
    if (found.length < some.length) throw new ArchiveProblem('stopped');
  }
}

/** One that was cancelled, or that another server has taken over, makes nothing; one that is begun again finds what it made. */
async function claim(tx: Tx, { id, attempts, params }: JobContext, made: InsertedBase): Promise<void> {
  const claimed = await tx
    .updateTable('background_jobs')
    .set({ params: JSON.stringify({ ...params, made }) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts)
    .returning('id')
    .executeTakeFirst();
  if (!claimed) throw new ArchiveProblem('stopped');
}

/** Makes a base of an archive that was uploaded. */
export function knowledgeImportWork(needs: Needs): JobWork {
  return async (job) => {
    if (job.params.made !== undefined) return job.params.made;
    try {
      return await importBase(needs, job);
    } catch (error) {
      if (!(error instanceof ArchiveProblem)) throw error;
      throw new JobFailed(error.problem, error.detail);
    }
  };
}
