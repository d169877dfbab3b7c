import { goldenQuestion, knowChunk, knowDoc, knowledge, type Values } from '@gantry/core';
import type { Dialect, RowOf, Tx } from '../../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords, type Stamp } from '../../../platform/store/records.ts';
import { detectDocumentFormat } from '../document-format.ts';
import { hashBytes, type StoredDocument, storeDocument } from '../store/document-store.ts';
import { countTokens } from '../text/chunk-text.ts';
import { toStorableText } from '../text/clean-text.ts';
import { hashTexts, insertChunks, recountBase } from '../work/chunk-rows.ts';
import { storeRaw } from '../work/stored-text.ts';
import { knowWork } from '../work/work.ts';
import { ArchiveProblem, type ChunkRow, getPlaceKey, type QuestionRow } from './archive-rows.ts';
import { archiveProblem, type ReadArchive, type UnpackedDocument } from './unpack-base.ts';

/** The unpacked content of a document. */
export interface UnpackedContent {
  readonly bytes: Buffer;
  /** Null for a web page, whose text is stored without a file. */
  readonly format: StoredDocument['format'] | null;
}

/** The content of a document as stored on this server. */
export interface StoredContent {
  readonly stored: StoredDocument | null;
  /** Text of a web page. */
  readonly text: string | null;
}

/** Unpacks the content of a document and checks it against the manifest. Returns null when the document has no content. */
export async function unpackContent(document: UnpackedDocument): Promise<UnpackedContent | null> {
  const { entry, sha256, source, values } = document;
  const name = String(values.name);
  if (entry === null) return null;
  const bytes = await entry.read().catch((error: unknown) => {
    throw archiveProblem(error);
  });
  if (sha256 !== null && hashBytes(bytes) !== sha256) throw new ArchiveProblem('contentChanged', name);
  if (source === 'url') return { bytes, format: null };
  const format = sha256 === null ? 'text' : detectDocumentFormat(bytes, name);
  if (format === null || format === 'zip') throw new ArchiveProblem('documentRejected', name);
  return { bytes, format };
}

/** Stores the content of a document. */
export async function storeContent(
  tx: Tx,
  { values }: UnpackedDocument,
  content: UnpackedContent | null,
  { by, at }: { readonly by: number | null; readonly at: number },
): Promise<StoredContent> {
  if (content === null) return { stored: null, text: null };
  const { bytes, format } = content;
  if (format === null) return { stored: null, text: toStorableText(bytes.toString('utf8')) };
  return { stored: await storeDocument(tx, { name: String(values.name), bytes, format, by, at }), text: null };
}

/** Index version of a new base. */
const generation = 1;
/** Next attempt of documents in an incomplete base: the maximum date, so that no worker takes them. */
const notYet = 8_640_000_000_000_000;

interface Scope {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly stamp: Stamp;
}

/** The stored chunk for a chunk of the archive. */
interface ImportedChunk {
  readonly id: number;
  readonly docId: number;
  readonly hash: string;
}

/** State of an import that later steps need. */
export interface BaseInMaking {
  readonly id: number;
  /** Content hashes of the documents imported so far. */
  readonly hashes: Set<string>;
  /** Imported chunks that golden questions expect, by position in the archive. */
  readonly positions: Map<string, ImportedChunk>;
}

/** Creates the empty base with the status `importing`, in which it is not used. */
export async function beginBase(
  { tx, dialect, stamp }: Scope,
  { base, name, embeddingModelId, rerankModelId }: ReadArchive,
  ownerId: number | null,
): Promise<number> {
  const values = { ...base.values, name, ownerId, embeddingModelId, rerankModelId };
  const row = { ...createRow(knowledge, values, stamp), status: 'importing' };
  const [id = 0] = await insertRecords(tx, dialect, knowledge, [row]);
  return id;
}

/** Returns the base while it is being imported. Throws when the import has lost it. */
async function baseInMaking(tx: Tx, { id }: BaseInMaking): Promise<RowOf<'knowledge_bases'>> {
  const row = await tx.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.status !== 'importing') throw new ArchiveProblem('stopped');
  return row;
}

/** Returns the content hash of a document. A hash occurs once per base, although different files may have the same text. */
function getContentHash({ no, url }: UnpackedDocument, { stored, text }: StoredContent, hashes: Set<string>): string {
  const own = url === null ? stored?.sha256 : hashBytes(Buffer.from(`url:${url}`));
  const archived = own ?? hashBytes(Buffer.from(text ?? `document:${no}`));
  const hash = hashes.has(archived) ? hashBytes(Buffer.from(`${archived}:${no}`)) : archived;
  hashes.add(hash);
  return hash;
}

/**
 * Inserts a document with its chunks from the archive. It is later indexed with the model of this server; a document without
 * chunks is processed from the first stage.
 */
export async function insertDocument(
  { tx, dialect, stamp }: Scope,
  made: BaseInMaking,
  document: UnpackedDocument,
  existing: StoredContent,
  chunks: readonly ChunkRow[],
): Promise<void> {
  await baseInMaking(tx, made);
  const { source, url } = document;
  const { stored, text } = existing;
  const knowledgeId = made.id;
  const content = { file: stored?.file, format: stored?.format, size: stored?.size ?? 0, url };
  const hash = getContentHash(document, existing, made.hashes);
  const values = { ...document.values, ...content, knowledgeId, source, contentHash: hash };
  const [docId = 0] = await insertRecords(tx, dialect, knowDoc, [createRow(knowDoc, values, stamp)]);
  if (text !== null) await storeRaw(tx, knowWork, docId, text);
  const begun = text === null ? 'parse' : 'clean';
  const stage = chunks.length > 0 ? ('index' as const) : begun;
  const work = { stage, target_generation: generation, keep_edited: 0, copies: 0, next_try_at: notYet } as const;
  await tx.updateTable('know_docs').set(work).where('id', '=', docId).execute();
  const rows = chunks.map((chunk, at) => chunkOf(chunk.values, { docId, knowledgeId, seq: at + 1 }));
  const ids = await insertChunks(tx, dialect, knowChunk, rows, stamp);
  for (const [at, { seq }] of chunks.entries()) {
    const place = getPlaceKey(document.no, seq);
    if (made.positions.has(place))
      made.positions.set(place, { id: ids[at] ?? 0, docId, hash: String(rows[at]?.hash ?? '') });
  }
}

function chunkOf(written: Values, place: Readonly<Record<'docId' | 'knowledgeId' | 'seq', number>>): Values {
  const texts = [String(written.content), String(written.answer ?? '')];
  const archived = { tokens: countTokens(texts.join('\n')), hash: hashTexts(...texts) };
  return { ...written, ...place, ...archived, generation: -generation, status: 'pending' };
}

/** Inserts golden questions and skips those without any remaining expected chunk. Returns how many were inserted. */
export async function insertQuestions(
  { tx, dialect, stamp }: Scope,
  made: BaseInMaking,
  questions: readonly QuestionRow[],
): Promise<number> {
  await baseInMaking(tx, made);
  const rows = questions.flatMap(({ query, note, expected }) => {
    const found = expected.flatMap(({ document, seq }) => {
      const placed = made.positions.get(getPlaceKey(document, seq));
      return placed && placed.id > 0 ? [placed] : [];
    });
    const keys = Object.fromEntries(found.map(({ id, docId, hash }) => [String(id), { docId, hash }]));
    const values = { knowledgeId: made.id, query, note, chunks: found.map(({ id }) => String(id)), keys };
    return found.length === 0 ? [] : [createRow(goldenQuestion, values, stamp)];
  });
  await insertRecords(tx, dialect, goldenQuestion, rows);
  return rows.length;
}

/** Completes the import: activates the base and queues its documents. */
export async function finishBase({ tx, dialect, stamp }: Scope, made: BaseInMaking): Promise<void> {
  const row = await baseInMaking(tx, made);
  const docs = tx.updateTable('know_docs').set({ next_try_at: null }).where('knowledge_id', '=', made.id);
  await docs.where('status', '=', 'waiting').execute();
  await changeRecord(tx, dialect, knowledge, row, { status: 'enabled' }, stamp);
  await recountBase(tx, made.id);
}
