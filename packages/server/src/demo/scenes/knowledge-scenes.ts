import { createKnowWorker } from '../../documents/work/know-worker.ts';
import { demoBases } from '../content/knowledge.ts';
import type { Scene, Script } from '../scene.ts';

/** The platform's own knowledge bases, each document of them read, cut and indexed. */
export function knowledgeScenes({ stage, cast, rhythm }: Script): Scene[] {
  const writer = cast.named('wang.fang');
  return demoBases.map(({ base, documents }, index) => ({
    at: rhythm.work(6 + index),
    play: async () => {
      const { id: knowledgeId } = await stage.call<{ id: number }>('/knowledge/create', base, writer);
      for (const document of documents) await stage.call('/know-doc/add-text', { ...document, knowledgeId }, writer);
      const worker = createKnowWorker(stage.foundation);
      await worker.drain();
      await worker.stop();
    },
  }));
}
