import { goldenQuestion, knowledge, recallRecord, recallRun } from '@gantry/core';
import type { RecordChecks } from '../../../platform/engine/engine.ts';
import type { Operations } from '../../../platform/engine/operation.ts';
import { createOperationsFor } from '../../../platform/engine/record-actions/operations-of.ts';
import type { RecallDeps } from '../recall/index.ts';
import { createBatchTestOperation } from './batch-test.ts';
import { deleteBase } from './delete-base.ts';
import { testRecall } from './recall-test.ts';
import { describeInvalidChunkIds } from './recall-words.ts';
import { rerunRecall } from './rerun-recall.ts';
import { runGolden } from './run-golden.ts';
import { saveGolden } from './save-golden.ts';
import { cancelRun } from './start-run.ts';

/** What is done by hand with searches of knowledge bases. */
export function createRetrievalOperations(deps: RecallDeps): Operations {
  return {
    ...createOperationsFor(recallRecord, {
      test: testRecall(deps),
      batchTest: createBatchTestOperation(deps),
      rerun: rerunRecall(deps),
      saveGolden,
    }),
    ...createOperationsFor(knowledge, { delete: deleteBase }),
    ...createOperationsFor(goldenQuestion, { run: runGolden(deps) }),
    ...createOperationsFor(recallRun, { cancel: { run: cancelRun } }),
  };
}

export const recallChecks: RecordChecks = {
  [goldenQuestion.name]: ({ chunks }, caller) => {
    const isFine = !Array.isArray(chunks) || chunks.every((id) => /^\d{1,15}$/.test(String(id)));
    return isFine ? null : { chunks: [describeInvalidChunkIds(caller)] };
  },
};
