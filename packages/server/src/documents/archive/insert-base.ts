import { goldenQuestion, knowChunk, knowDoc, knowledge, type Values } from '@gantry/core';
import type { Dialect, Tx } from '../../store/database.ts';
import { insertRecords, newRow, type Stamp } from '../../store/records.ts';
import { sha256Of } from '../store/document-store.ts';
import { tokensOf } from '../text/tokens.ts';
import { recountBase } from '../work/base-counts.ts';
import { hashOf, insertChunks } from '../work/chunk-rows.ts';
import { keepRaw } from '../work/stored-text.ts';
import { knowWork } from '../work/work-kind.ts';
import type { KeptDocument } from './keep-documents.ts';
import type { ReadArchive } from './read-archive.ts';
import type { UnpackedQuestion } from './unpack-base.ts';

/** Of a base that is new. */
const generation = 1;

interface Scope {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly stamp: Stamp;
}

export interface InsertedBase {
  readonly base: number;
  readonly documents: number;
  readonly chunks: number;
  readonly questions: number;
}

/** Where a chunk of the archive is now. */
interface Placed {
  readonly id: number;
  readonly docId: number;
  readonly hash: string;
}

const placeKey = (document: number, seq: number) => `${document}:${seq}`;

/**
 * Makes the base with all that is in it. Its documents wait for their turn to be indexed with the model of this server, with the
 * chunks as they are in the archive; those without chunks are worked on from the beginning.
 */
export async function insertBase(
  scope: Scope,
  { base, name, embeddingModelId, rerankModelId }: ReadArchive,
  kept: readonly KeptDocument[],
  ownerId: number | null,
): Promise<InsertedBase> {
  const { tx, dialect, stamp } = scope;
  const row = newRow(knowledge, { ...base.values, name, ownerId, embeddingModelId, rerankModelId }, stamp);
  const [id = 0] = await insertRecords(tx, dialect, knowledge, [row]);
  const places = new Map<string, Placed>();
  const hashes = new Set<string>();
  for (const one of kept) await insertDocument(scope, id, one, hashes, places);
  await recountBase(tx, id);
  const questions = await insertQuestions(scope, id, base.questions, places);
  return { base: id, documents: kept.length, chunks: places.size, questions };
}

/** The same content stands in a base once; texts of different files may be the same. */
function contentHash({ document, stored, text }: KeptDocument, hashes: Set<string>): string {
  const own = document.url === null ? stored?.sha256 : sha256Of(Buffer.from(`url:${document.url}`));
  const told = own ?? sha256Of(Buffer.from(text ?? `document:${document.no}`));
  const hash = hashes.has(told) ? sha256Of(Buffer.from(`${told}:${document.no}`)) : told;
  hashes.add(hash);
  return hash;
}

async function insertDocument(
  { tx, dialect, stamp }: Scope,
  knowledgeId: number,
  kept: KeptDocument,
  hashes: Set<string>,
  places: Map<string, Placed>,
): Promise<void> {
  const { document, stored, text } = kept;
  const { source, url, chunks } = document;
  const content = { file: stored?.file, format: stored?.format, size: stored?.size ?? 0, url };
  const values = { ...document.values, ...content, knowledgeId, source, contentHash: contentHash(kept, hashes) };
  const [docId = 0] = await insertRecords(tx, dialect, knowDoc, [newRow(knowDoc, values, stamp)]);
  if (text !== null) await keepRaw(tx, knowWork, docId, text);
  const begun = text === null ? 'parse' : 'clean';
  const stage = chunks.length > 0 ? 'index' : begun;
  const work = { stage, target_generation: generation, keep_edited: 0, copies: 0 };
  await tx.updateTable('know_docs').set(work).where('id', '=', docId).execute();
  const made = chunks.map((chunk, at) => chunkOf(chunk.values, { docId, knowledgeId, seq: at + 1 }));
  const ids = await insertChunks(tx, dialect, knowChunk, made, stamp);
  for (const [at, { seq }] of chunks.entries()) {
    const [id = 0, { hash = '' } = {}] = [ids[at], made[at]];
    places.set(placeKey(document.no, seq), { id, docId, hash: String(hash) });
  }
}

function chunkOf(written: Values, place: Readonly<Record<'docId' | 'knowledgeId' | 'seq', number>>): Values {
  const texts = [String(written.content), String(written.answer ?? '')];
  const told = { tokens: tokensOf(texts.join('\n')), hash: hashOf(...texts) };
  return { ...written, ...place, ...told, generation: -generation, status: 'pending' };
}

/** Those whose expected chunks are all gone are left out. */
async function insertQuestions(
  { tx, dialect, stamp }: Scope,
  knowledgeId: number,
  questions: readonly UnpackedQuestion[],
  places: ReadonlyMap<string, Placed>,
): Promise<number> {
  const rows = questions.flatMap(({ query, note, expected }) => {
    const found = expected.flatMap(({ document, seq }) => places.get(placeKey(document, seq)) ?? []);
    const keys = Object.fromEntries(found.map(({ id, docId, hash }) => [String(id), { docId, hash }]));
    const values = { knowledgeId, query, note, chunks: found.map(({ id }) => String(id)), keys };
    return found.length === 0 ? [] : [newRow(goldenQuestion, values, stamp)];
  });
  for (let from = 0; from < rows.length; from += 500)
    await insertRecords(tx, dialect, goldenQuestion, rows.slice(from, from + 500));
  return rows.length;
}
