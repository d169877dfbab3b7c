import { knowChunk, knowledge } from '@gantry/core';
import { sql } from 'kysely';
import type { ScheduledJob } from '../../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../../platform/jobs/scheduler.ts';
import { type RowOf, withNamedTables } from '../../../platform/store/database.ts';
import { changeRecord } from '../../../platform/store/records.ts';
import { createImportsJob } from '../archive/archive-works.ts';
import { createExportsJob } from '../archive/export-job.ts';
import { DocumentError } from '../parse/document-error.ts';
import { dropGeneration, dropVectors, putVectors } from '../recall/index.ts';
import { pruneUnattachedDocuments } from '../store/document-store.ts';
import { getTexts, recountBase, removeChunks } from './chunk-rows.ts';
import { completeCancellations } from './complete-cancellations.ts';
import { embed, findModel, rethrowAsDocumentError } from './index-stage.ts';
import type { WorkDeps } from './work.ts';
import { knowWork, listActiveStates, pdfWork } from './work.ts';

const atOnce = 64;

/** Indexes active chunks after manual changes. A chunk that changes meanwhile is indexed by the next run. */
async function reindexChanged(deps: WorkDeps): Promise<number> {
  const rows = await deps.database.read
    .selectFrom('know_chunks')
    .selectAll()
    .where('status', '=', 'pending')
    .where('generation', '>', 0)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  const bases = new Map<number, RowOf<'know_chunks'>[]>();
  for (const row of rows) {
    const id = row.knowledge_id;
    bases.set(id, [...(bases.get(id) ?? []), row]);
  }
  let done = 0;
  for (const [id, chunks] of bases) done += await reindexIn(deps, id, chunks);
  return done;
}

async function reindexIn(deps: WorkDeps, knowledgeId: number, rows: readonly RowOf<'know_chunks'>[]): Promise<number> {
  const { database } = deps;
  const base = await database.read
    .selectFrom('knowledge_bases')
    .selectAll()
    .where('id', '=', knowledgeId)
    .executeTakeFirst();
  if (!base) return 0;
  const texts = rows.map(getTexts);
  try {
    const model = await findModel(deps, base, base.generation);
    const { vectors } = await embed(
      deps,
      model,
      texts.map((parts) => parts.join('\n')),
    );
    return await writeAll(deps, rows, texts, vectors);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (!error.isRetryable) await markFailed(deps, rows, error);
    return 0;
  }
}

function writeAll(
  { database }: WorkDeps,
  rows: readonly RowOf<'know_chunks'>[],
  texts: readonly (readonly string[])[],
  vectors: readonly Float32Array[],
): Promise<number> {
  return database.transaction(async (tx) => {
    let done = 0;
    for (const [at, row] of rows.entries()) {
      const vector = vectors[at];
      const same = await tx
        .updateTable('know_chunks')
        .set({ status: 'indexed', error: null })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .returning('id')
        .executeTakeFirst();
      if (!same || !vector) continue;
      const place = { knowledgeId: row.knowledge_id, generation: row.generation };
      const entry = { chunkId: row.id, vector, texts: texts[at] ?? [] };
      await putVectors({ tx, dialect: database.dialect }, place, [entry]).catch(rethrowAsDocumentError);
      done += 1;
    }
    return done;
  });
}

function markFailed(
  { database }: WorkDeps,
  rows: readonly RowOf<'know_chunks'>[],
  error: DocumentError,
): Promise<unknown> {
  const ids = rows.map(({ id }) => id);
  const failed = { status: 'failed', error: error.message } as const;
  return database.transaction((tx) => tx.updateTable('know_chunks').set(failed).where('id', 'in', ids).execute());
}

/** Time without a heartbeat after which a document in progress is reported as stuck, in ms. */
const stuckAfterMs = 2 * 60_000;
const chunksAtOnce = 1000;

async function markStalled({ database, clock }: WorkDeps): Promise<void> {
  for (const kind of [knowWork, pdfWork]) {
    const found = await withNamedTables(database.read)
      .selectFrom(kind.table)
      .select('id')
      .where('status', 'in', listActiveStates(kind))
      .where('heartbeat_at', '<', clock() - stuckAfterMs)
      .where('stuck', '=', 0)
      .limit(500)
      .execute();
    if (found.length === 0) continue;
    const ids = found.map(({ id }) => id);
    await database.transaction((tx) =>
      withNamedTables(tx).updateTable(kind.table).set({ stuck: 1 }).where('id', 'in', ids).execute(),
    );
  }
}

/** Returns when the next document in progress would become stuck, or the lease of one to be canceled expires. */
async function findNextStall({ database: { read } }: WorkDeps): Promise<number | null> {
  const heartbeats = [knowWork, pdfWork].map((kind) => ({
    table: kind.table,
    column: 'heartbeat_at',
    states: listActiveStates(kind),
    where: sql<boolean>`stuck = 0`,
  }));
  const [heartbeat, lease] = await Promise.all([
    findNextDue(read, heartbeats),
    findNextDue(read, [dueTime('know_docs', 'lease_until', ['cancelling'])]),
  ]);
  const times = [heartbeat === null ? null : heartbeat + stuckAfterMs, lease].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** Returns the progress of a rebuild; null when the base has none. */
async function getRebuildProgress({ database }: WorkDeps, base: RowOf<'knowledge_bases'>) {
  const docs = database.read
    .selectFrom('know_docs')
    .where('knowledge_id', '=', base.id)
    .where('target_generation', '=', base.next_generation ?? 0);
  const all = await docs.select(({ fn }) => fn.countAll().as('count')).executeTakeFirst();
  const done = await docs
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'completed')
    .executeTakeFirst();
  return { all: Number(all?.count ?? 0), done: Number(done?.count ?? 0) };
}

/** Activates the new index version with its model. */
async function swapGeneration({ database, clock }: WorkDeps, base: RowOf<'knowledge_bases'>): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx
      .selectFrom('knowledge_bases')
      .selectAll()
      .where('id', '=', base.id)
      .where('next_generation', '=', base.next_generation ?? 0)
      .executeTakeFirst();
    if (!row) return;
    const cells = {
      generation: row.next_generation ?? 0,
      embedding_model_id: row.next_embedding_model_id,
      next_generation: null,
      next_embedding_model_id: null,
      rebuild_progress: null,
    };
    await changeRecord(tx, database.dialect, knowledge, row, cells, { by: null, at: clock() });
    await recountBase(tx, row.id);
  });
}

async function processRebuilds(deps: WorkDeps): Promise<void> {
  const { database } = deps;
  const bases = await database.read
    .selectFrom('knowledge_bases')
    .selectAll()
    .where('next_generation', 'is not', null)
    .execute();
  for (const base of bases) {
    const { all, done } = await getRebuildProgress(deps, base);
    if (all === done) await swapGeneration(deps, base);
    else {
      const progress = Math.floor((done * 100) / all);
      await database.transaction((tx) =>
        tx.updateTable('knowledge_bases').set({ rebuild_progress: progress }).where('id', '=', base.id).execute(),
      );
    }
  }
}

/** Deletes chunks of index versions that are neither active nor being built, in batches. */
async function dropOldChunks({ database }: WorkDeps): Promise<void> {
  const { dialect } = database;
  const stale = await database.read
    .selectFrom('know_chunks as c')
    .innerJoin('knowledge_bases as k', 'k.id', 'c.knowledge_id')
    .select(['c.knowledge_id', 'c.generation'])
    .distinct()
    .where((where) =>
      where.and([
        where('c.generation', '!=', where.ref('k.generation')),
        where.or([where('k.next_generation', 'is', null), where('c.generation', '!=', where.ref('k.next_generation'))]),
        where('c.generation', '>', 0),
      ]),
    )
    .limit(5)
    .execute();
  for (const { knowledge_id, generation } of stale) {
    const place = { knowledgeId: knowledge_id, generation };
    await database.transaction(async (tx) => {
      const rows = await tx
        .selectFrom('know_chunks')
        .select('id')
        .where('knowledge_id', '=', place.knowledgeId)
        .where('generation', '=', place.generation)
        .limit(chunksAtOnce)
        .execute();
      const ids = rows.map(({ id }) => id);
      await dropVectors({ tx, dialect }, place, ids);
      await removeChunks(tx, dialect, knowChunk, ids);
      if (ids.length < chunksAtOnce) await dropGeneration({ tx, dialect }, place);
    });
  }
}

/** Creates the maintenance jobs of documents, which run in addition to the workers. */
export function createDocumentJobs(deps: WorkDeps): ScheduledJob[] {
  return [
    {
      name: 'maintain documents',
      everyMs: 2_000,
      watches: ['know_docs', 'pdf_docs', 'knowledge_bases'],
      nextDue: () => findNextStall(deps),
      run: async () => {
        await markStalled(deps);
        await completeCancellations(deps);
        await processRebuilds(deps);
      },
    },
    {
      name: 'index changed chunks',
      everyMs: 1_000,
      watches: ['know_chunks'],
      run: async () => {
        while ((await reindexChanged(deps)) > 0);
      },
    },
    {
      name: 'delete old chunks and unused files',
      everyMs: 30_000,
      watches: ['know_chunks', 'knowledge_bases'],
      run: async () => {
        await dropOldChunks(deps);
        await deps.database.transaction((tx) => pruneUnattachedDocuments(tx, deps.clock()));
      },
    },
    createExportsJob(deps),
    createImportsJob(deps),
  ];
}
