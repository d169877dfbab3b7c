import { knowChunk, knowDoc } from '@gantry/core';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import type { Column, Dialect, RowOf, Tx } from '../../../platform/store/database.ts';
import { dropVectors } from '../recall/index.ts';
import { listStagedIds, removeChunks } from './chunk-rows.ts';
import { releaseEmbedding } from './embedding-money.ts';
import type { WorkDeps } from './work.ts';

/** Deletes the staged chunks of a document. Its active chunks stay in use. */
export async function dropStaged(tx: Tx, dialect: Dialect, row: RowOf<'know_docs'>): Promise<void> {
  const ids = await listStagedIds(tx, knowChunk, row.id);
  const place = { knowledgeId: row.knowledge_id, generation: row.target_generation ?? 0 };
  await dropVectors({ tx, dialect }, place, ids);
  await removeChunks(tx, dialect, knowChunk, ids);
}

/** Returns the stage from which a retry continues after the staged chunks were deleted. */
export function getStageWithoutChunks(stage: unknown): Column<'know_docs', 'stage'> {
  return stage === 'index' ? 'split' : ((stage ?? 'parse') as Column<'know_docs', 'stage'>);
}

const ending = { resource: knowDoc, action: 'endCancelled' };

/** Completes requested cancellations of documents that no worker is processing any longer. */
export async function completeCancellations(deps: WorkDeps, id: number | null = null): Promise<void> {
  const { database, clock } = deps;
  const { dialect } = database;
  const now = clock();
  const query = database.read.selectFrom('know_docs').select('id').where('status', '=', 'cancelling').limit(100);
  const found = await (id === null
    ? query.where('lease_until', '<', now).where(isRetryDue(ending, now, 'know_docs.id'))
    : query.where('id', '=', id)
  ).execute();
  await processDue(deps, ending, found, (_, one) =>
    database.transaction(async (tx) => {
      const row = await tx
        .updateTable('know_docs')
        .set({ status: 'cancelled', lease_owner: null, lease_until: null, finished_at: now })
        .where('id', '=', one)
        .where('status', '=', 'cancelling')
        .returningAll()
        .executeTakeFirst();
      if (!row) return;
      await dropStaged(tx, dialect, row);
      await releaseEmbedding({ tx, dialect, at: now }, row);
      await tx
        .updateTable('know_docs')
        .set({ stage: getStageWithoutChunks(row.stage) })
        .where('id', '=', one)
        .execute();
    }),
  );
}
