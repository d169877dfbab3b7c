import type { Tx } from '../../store/database.ts';
import { createDocumentWorker, type DocumentWorker } from './document-worker.ts';
import { releaseEmbedding } from './embedding-money.ts';
import { endCancelled } from './end-cancelled.ts';
import { knowStages } from './know-stages.ts';
import type { WorkNeeds } from './work.ts';
import { knowWork } from './work-kind.ts';

/** Reads, cuts and indexes the documents of knowledge bases. */
export function createKnowWorker(needs: WorkNeeds): DocumentWorker {
  return createDocumentWorker(needs, {
    kind: knowWork,
    stages: knowStages,
    readRules: async () => {
      const { workers, leaseSeconds, maxAttempts, stageMinutes, fair } = await needs.settings.read('know', 'pipeline');
      return { workers, leaseSeconds, maxAttempts, stageMinutes, fair };
    },
    onLost: endCancelled,
    onFailed: giveBack,
  });
}

/** Nothing stays held for work that nobody goes on with by itself. */
async function giveBack(tx: Tx, { database, clock }: WorkNeeds, id: number): Promise<void> {
  const row = await tx.selectFrom('know_docs').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) await releaseEmbedding({ tx, dialect: database.dialect, at: clock() }, row);
}
