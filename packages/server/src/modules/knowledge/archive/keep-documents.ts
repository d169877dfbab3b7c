import { goldenQuestion, knowChunk, knowDoc, knowledge, type Values } from '@gantry/core';
import type { Dialect, RowOf, Tx } from '../../../platform/store/database.ts';
import { changeRecord, createRow, insertRecords, type Stamp } from '../../../platform/store/records.ts';
import { detectDocumentFormat } from '../document-format.ts';
import { hashBytes, keepDocument, type StoredDocument } from '../store/document-store.ts';
import { countTokens } from '../text/chunk-text.ts';
import { toStorableText } from '../text/clean-text.ts';
import { hashTexts, insertChunks, recountBase } from '../work/chunk-rows.ts';
import { keepRaw } from '../work/stored-text.ts';
import { knowWork } from '../work/work.ts';
import { ArchiveProblem, type ChunkRow, getPlaceKey, type QuestionRow } from './archive-rows.ts';
import { archiveProblem, type ReadArchive, type UnpackedDocument } from './unpack-base.ts';

/** The content of a document as it is unpacked. */
export interface UnpackedContent {
  readonly bytes: Buffer;
  /** Null for a web page, whose text is stored without a file. */
  readonly format: StoredDocument['format'] | null;
}

/** The content of a document as this server has it. */
export interface StoredContent {
  readonly stored: StoredDocument | null;
  /** Of a web page. */
  readonly text: string | null;
}

/** Unpacks the content of a document, and looks whether it is what the list says; null when it has none. */
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

/** Keeps the content of a document. */
export async function keepContent(
  tx: Tx,
  { values }: UnpackedDocument,
  content: UnpackedContent | null,
  { by, at }: { readonly by: number | null; readonly at: number },
): Promise<StoredContent> {
  if (content === null) return { stored: null, text: null };
  const { bytes, format } = content;
  if (format === null) return { stored: null, text: toStorableText(bytes.toString('utf8')) };
  return { stored: await keepDocument(tx, { name: String(values.name), bytes, format, by, at }), text: null };
}

/** Of a base that is new. */
const generation = 1;
/** Until when documents of a base that is not whole yet wait for their turn: a time that never comes. */
const notYet = 8_640_000_000_000_000;

interface Scope {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly stamp: Stamp;
}

/** Where a chunk of the archive is now. */
interface Placed {
  readonly id: number;
  readonly docId: number;
  readonly hash: string;
}

/** A base that is being made of an archive: what later steps need of those before. */
export interface BaseInMaking {
  readonly id: number;
  /** Contents of its documents so far. */
  readonly hashes: Set<string>;
  /** Chunks that questions expect. */
  readonly positions: Map<string, Placed>;
}

/** Creates the empty base in the state in which it is not used. */
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

/** The base while it is being made; whoever has lost it makes nothing more. */
async function baseInMaking(tx: Tx, { id }: BaseInMaking): Promise<RowOf<'knowledge_bases'>> {
  const row = await tx.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.status !== 'importing') throw new ArchiveProblem('stopped');
  return row;
}

/** The same content stands in a base once; texts of different files may be the same. */
function contentHash({ no, url }: UnpackedDocument, { stored, text }: StoredContent, hashes: Set<string>): string {
  const own = url === null ? stored?.sha256 : hashBytes(Buffer.from(`url:${url}`));
  const archived = own ?? hashBytes(Buffer.from(text ?? `document:${no}`));
  const hash = hashes.has(archived) ? hashBytes(Buffer.from(`${archived}:${no}`)) : archived;
  hashes.add(hash);
  return hash;
}

/**
 * Puts in a document with the chunks that the archive has of it. It will wait for its turn to be indexed with the model of this
 * server; one without chunks is worked on from the start.
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
  const hash = contentHash(document, existing, made.hashes);
  const values = { ...document.values, ...content, knowledgeId, source, contentHash: hash };
  const [docId = 0] = await insertRecords(tx, dialect, knowDoc, [createRow(knowDoc, values, stamp)]);
  if (text !== null) await keepRaw(tx, knowWork, docId, text);
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

/** Puts in golden questions; those whose expected chunks are all gone are left out. Gives how many came in. */
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

/** The base is whole: it serves, and its documents wait for their turn. */
export async function finishBase({ tx, dialect, stamp }: Scope, made: BaseInMaking): Promise<void> {
  const row = await baseInMaking(tx, made);
  const docs = tx.updateTable('know_docs').set({ next_try_at: null }).where('knowledge_id', '=', made.id);
  await docs.where('status', '=', 'waiting').execute();
  await changeRecord(tx, dialect, knowledge, row, { status: 'enabled' }, stamp);
  await recountBase(tx, made.id);
}
