import type { AnyResource, Values } from '@gantry/core';
import { insertChunks, listStagedIds, removeChunks } from './chunk-rows.ts';
import { commitWork, type Work, type WorkDeps } from './work.ts';

/** Chunks that one transaction writes: others are not kept waiting for a large document. */
const atOnce = 100;

/** Writes the chunks that are to be indexed, in place of those of an earlier try. They serve only when all of them do. */
export async function stageChunks(
  deps: WorkDeps,
  work: Work,
  resource: AnyResource,
  chunks: readonly Values[],
): Promise<void> {
  const { dialect } = deps.database;
  const stamp = { by: null, at: deps.clock() };
  await commitWork(deps, work, {}, async (tx) => {
    await removeChunks(tx, dialect, resource, await listStagedIds(tx, resource, Number(work.row.id)));
    return {};
  });
  for (let from = 0; from < chunks.length; from += atOnce) {
    work.signal.throwIfAborted();
    await commitWork(deps, work, {}, async (tx) => {
      await insertChunks(tx, dialect, resource, chunks.slice(from, from + atOnce), stamp);
      return {};
    });
  }
}
