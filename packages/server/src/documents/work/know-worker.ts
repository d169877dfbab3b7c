import type { Row } from '../../store/database.ts';
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

/** Only what was held for the work that failed: by now somebody may have it done again. */
async function giveBack({ database, clock }: WorkNeeds, { id }: Row): Promise<void> {
  await database.transaction(async (tx) => {
    const failed = tx.selectFrom('know_docs').selectAll().where('id', '=', id).where('status', '=', 'failed');
    const row = await failed.executeTakeFirst();
    if (row) await releaseEmbedding({ tx, dialect: database.dialect, at: clock() }, row);
  });
}
