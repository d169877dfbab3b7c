import { knowChunk, knowDoc } from '@gantry/core';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import type { Column, Dialect, RowOf, Tx } from '../../../platform/store/database.ts';
import { dropVectors } from '../recall/index.ts';
import { listStagedIds, removeChunks } from './chunk-rows.ts';
import { releaseEmbedding } from './embedding-money.ts';
import type { WorkDeps } from './work.ts';

/** Throws away what was being made of a document. What was made before serves on. */
export async function dropStaged(tx: Tx, dialect: Dialect, row: RowOf<'know_docs'>): Promise<void> {
  const ids = await listStagedIds(tx, knowChunk, row.id);
  const place = { knowledgeId: row.knowledge_id, generation: row.target_generation ?? 0 };
  await dropVectors({ tx, dialect }, place, ids);
  await removeChunks(tx, dialect, knowChunk, ids);
}

/** Where a retry goes on when what was made is gone. */
export function stageBehind(stage: unknown): Column<'know_docs', 'stage'> {
  return stage === 'index' ? 'split' : ((stage ?? 'parse') as Column<'know_docs', 'stage'>);
}

const ending = { resource: knowDoc, action: 'endCancelled' };

/** Ends documents whose cancellation was requested while a worker had them, once none has. */
export async function endCancelled(deps: WorkDeps, id: number | null = null): Promise<void> {
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
        .set({ stage: stageBehind(row.stage) })
        .where('id', '=', one)
        .execute();
    }),
  );
}
