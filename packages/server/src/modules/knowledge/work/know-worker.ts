import type { Tx } from '../../../platform/store/database.ts';
import { createDocumentWorker, type DocumentWorker } from './document-worker.ts';
import { releaseEmbedding } from './embedding-money.ts';
import { endCancelled } from './end-cancelled.ts';
import { knowStages } from './know-stages.ts';
import type { WorkDeps } from './work.ts';
import { knowWork } from './work-kind.ts';

/** Reads, cuts and indexes the documents of knowledge bases. */
export function createKnowWorker(deps: WorkDeps): DocumentWorker {
  return createDocumentWorker(deps, {
    kind: knowWork,
    stages: knowStages,
    readRules: async () => {
      const { workers, leaseSeconds, maxAttempts, stageMinutes, fair } = await deps.settings.read('know', 'pipeline');
      return { workers, leaseSeconds, maxAttempts, stageMinutes, fair };
    },
    onLost: endCancelled,
    onFailed: release,
  });
}

/** Nothing stays held for work that nobody goes on with by itself. */
async function release(tx: Tx, { database, clock }: WorkDeps, id: number): Promise<void> {
  const row = await tx.selectFrom('know_docs').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) await releaseEmbedding({ tx, dialect: database.dialect, at: clock() }, row);
}
