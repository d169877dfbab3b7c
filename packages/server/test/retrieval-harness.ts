import { knowChunk, knowDoc, knowledge } from '@gantry/core';
import { embedLocally } from '../src/modules/knowledge/recall/embed-texts.ts';
import { type BasePlace, putVectors } from '../src/modules/knowledge/recall/vectors/read-vectors.ts';
import type { Database } from '../src/platform/store/database.ts';
import { createRow, insertRecords } from '../src/platform/store/records.ts';

const stamp = { by: null, at: 1_000_000 };

/** Creates a knowledge base with the built-in embedder. */
export async function addBase(
  database: Database,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<BasePlace> {
  return database.transaction(async (tx) => {
    const row = createRow(knowledge, { name, generation: 1, scoreMin: 0, ...more }, stamp);
    const [knowledgeId = 0] = await insertRecords(tx, database.dialect, knowledge, [row]);
    return { knowledgeId, generation: 1 };
  });
}

/** Creates a searchable document with one chunk per text. Returns the IDs of the chunks. */
export async function addDoc(
  database: Database,
  place: BasePlace,
  name: string,
  texts: readonly string[],
): Promise<number[]> {
  return database.transaction(async (tx) => {
    const { knowledgeId, generation } = place;
    const doc = createRow(knowDoc, { knowledgeId, name, generation, status: 'completed' }, stamp);
    const [docId = 0] = await insertRecords(tx, database.dialect, knowDoc, [doc]);
    const rows = texts.map((content, seq) =>
      createRow(knowChunk, { docId, knowledgeId, generation, seq, content, hash: content, status: 'indexed' }, stamp),
    );
    const ids = await insertRecords(tx, database.dialect, knowChunk, rows);
    const entries = texts.map((content, at) => ({
      chunkId: ids[at] ?? 0,
      vector: embedLocally(content),
      texts: [content],
    }));
    await putVectors({ tx, dialect: database.dialect }, place, entries);
    const count = tx
      .updateTable('knowledge_bases')
      .set((update) => ({ chunk_count: update('chunk_count', '+', ids.length) }));
    await count.where('id', '=', knowledgeId).execute();
    return ids;
  });
}
