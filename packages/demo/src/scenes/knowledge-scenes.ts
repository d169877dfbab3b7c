import { createKnowledgeExportWork } from '../../../server/src/modules/knowledge/archive/export-job.ts';
import { createKnowWorker } from '../../../server/src/modules/knowledge/work/know-worker.ts';
import { createJobRunner } from '../../../server/src/platform/jobs/job-runner.ts';
import { demoBases } from '../content/knowledge.ts';
import type { Scene, Script } from '../scene.ts';

/** The platform's own knowledge bases; each document is parsed, chunked and indexed. */
export function knowledgeScenes({ stage, cast, activity, days }: Script): Scene[] {
  const writer = cast.named('wang.fang');
  const made = demoBases.map(({ base, documents }, index) => ({
    at: activity.work(6 + index),
    play: async () => {
      const { id: knowledgeId } = await stage.call<{ id: number }>('/knowledge/create', base, writer);
      for (const document of documents) await stage.call('/know-doc/add-text', { ...document, knowledgeId }, writer);
      const worker = createKnowWorker(stage.foundation);
      await worker.drain();
      await worker.stop();
    },
  }));
  // One knowledge base is exported; its ZIP still exists at the end.
  const packed = {
    at: activity.work(Math.max(0, days - 2)),
    play: async () => {
      const { foundation } = stage;
      const base = await foundation.database.read
        .selectFrom('knowledge_bases')
        .select('id')
        .orderBy('id')
        .executeTakeFirst();
      if (!base) return;
      await stage.call('/knowledge/export-zip', { id: base.id }, cast.owner);
      await createJobRunner(foundation, { knowledgeExport: createKnowledgeExportWork(foundation) }).drain();
    },
  };
  return [...made, packed];
}
