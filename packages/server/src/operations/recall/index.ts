import { goldenQuestion, knowledge, recallRecord, recallRun } from '@gantry/core';
import type { RecallNeeds } from '../../recall/index.ts';
import type { RecordChecks } from '../../resources/engine.ts';
import type { Operations } from '../../resources/operation.ts';
import { operationsOf } from '../catalogue/operations-of.ts';
import { batchTest } from './batch-test.ts';
import { deleteBase } from './delete-base.ts';
import { testRecall } from './recall-test.ts';
import { notChunkIds } from './recall-words.ts';
import { rerunRecall } from './rerun-recall.ts';
import { runGolden } from './run-golden.ts';
import { saveGolden } from './save-golden.ts';
import { cancelRun } from './start-run.ts';

/** What is done by hand with searches of knowledge bases. */
export function recallOperations(needs: RecallNeeds): Operations {
  return {
    ...operationsOf(recallRecord, {
      test: testRecall(needs),
      batchTest: batchTest(needs),
      rerun: rerunRecall(needs),
      saveGolden,
    }),
    ...operationsOf(knowledge, { delete: deleteBase }),
    ...operationsOf(goldenQuestion, { run: runGolden(needs) }),
    ...operationsOf(recallRun, { cancel: { run: cancelRun } }),
  };
}

export const recallChecks: RecordChecks = {
  [goldenQuestion.name]: ({ chunks }, caller) => {
    const isFine = !Array.isArray(chunks) || chunks.every((id) => /^\d{1,15}$/.test(String(id)));
    return isFine ? null : { chunks: [notChunkIds(caller)] };
  },
};
