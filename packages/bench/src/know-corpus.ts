import { knowChunk, knowDoc, knowledge } from '@gantry/core';
import { embedLocally } from '../../server/src/modules/knowledge/recall/embed-texts.ts';
import { pruneIndex } from '../../server/src/modules/knowledge/recall/retrieval-job.ts';
import { putVectors } from '../../server/src/modules/knowledge/recall/vectors/read-vectors.ts';
import { getColumnType } from '../../server/src/platform/store/columns.ts';
import type { Cell, Database, Tx } from '../../server/src/platform/store/database.ts';
import { createRow, insertRecords } from '../../server/src/platform/store/records.ts';
import { seeded } from './chat-corpus.ts';

const perDoc = 100;
const vocabulary = 6_000;
const wordsOfChunk = 45;
const docsAtOnce = 10;
const stamp = { by: null, at: Date.UTC(2026, 0, 1) };

export interface KnowCorpus {
  readonly knowledgeId: number;
  /** Questions with rare words of some chunk, and words that are in many chunks. */
  readonly questions: readonly string[];
}

/** Words of two and three characters. The first ones are used most, as in any language. */
function wordsFrom(random: () => number): string[] {
  const character = () => String.fromCodePoint(0x4e00 + Math.floor(random() ** 2 * 3_000));
  return Array.from({ length: vocabulary }, () => Array.from({ length: random() < 0.8 ? 2 : 3 }, character).join(''));
}

const pick = (words: readonly string[], random: () => number) => words[Math.floor(random() ** 3 * words.length)] ?? '';

function sentences(words: readonly string[], random: () => number): string {
  const parts = Array.from({ length: wordsOfChunk }, () => pick(words, random) + (random() < 0.12 ? '，' : ''));
  return `${parts.join('')}。`;
}

const columns = Object.entries(knowChunk.fields).map(([name, field]) => ({
  name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  type: getColumnType(field),
}));
const base = ['version', 'created_at', 'updated_at'].map((name) => ({ name, type: 'bigint' as const }));

/** Inserts chunks like the pipeline, but without the keyword index of the list, which searches do not read. */
async function insertChunks(
  tx: Tx,
  { dialect }: Database,
  ids: Record<'docId' | 'knowledgeId', number>,
  texts: readonly string[],
) {
  const all = [...columns, ...base];
  const rows = texts.map((content, seq) => {
    const row = createRow(knowChunk, { ...ids, generation: 1, seq, content, status: 'indexed' }, stamp);
    return all.map(({ name }) => (row[name] ?? null) as Cell);
  });
  const made = await dialect.insertMany(tx, 'know_chunks', all, rows);
  const entries = texts.map((text, at) => ({ chunkId: made[at] ?? 0, vector: embedLocally(text), texts: [text] }));
  await putVectors({ tx, dialect }, { knowledgeId: ids.knowledgeId, generation: 1 }, entries);
}

/** Creates a knowledge base with the given number of chunks, a hundred per document. */
export async function addKnowledge(database: Database, chunks: number): Promise<KnowCorpus> {
  const random = seeded(11);
  const words = wordsFrom(random);
  const { dialect } = database;
  const [knowledgeId = 0] = await database.transaction((tx) =>
    insertRecords(tx, dialect, knowledge, [
      createRow(knowledge, { name: 'bench', generation: 1, chunkCount: chunks }, stamp),
    ]),
  );
  const questions: string[] = [];
  for (let doc = 0; doc * perDoc < chunks; doc += docsAtOnce) {
    await database.transaction(async (tx) => {
      for (let at = doc; at < doc + docsAtOnce && at * perDoc < chunks; at += 1) {
        const row = createRow(knowDoc, { knowledgeId, name: `doc-${at}`, generation: 1, status: 'completed' }, stamp);
        const [docId = 0] = await insertRecords(tx, dialect, knowDoc, [row]);
        const texts = Array.from({ length: perDoc }, () => sentences(words, random));
        await insertChunks(tx, database, { docId, knowledgeId }, texts);
        if (at % 40 === 0) questions.push(`怎么${texts[7]?.slice(10, 20)}${pick(words, random)}？`);
      }
    });
  }
  await database.optimise();
  await pruneIndex({ database });
  return { knowledgeId, questions };
}
