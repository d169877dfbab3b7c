import { createSchema, knowDoc, knowledge, updateSchema, type Values } from '@gantry/core';
import { type ByteSource, type ReadEntry, readZip, ZipDamaged } from '../../../platform/storage/read-zip.ts';
import { maxZipBytes, ZipTooLarge } from '../../../platform/storage/zip-writer.ts';
import type { Column, Reader } from '../../../platform/store/database.ts';
import { findDocument } from '../store/document-store.ts';
import { toStorableText } from '../text/clean-text.ts';
import { parseWebUrl } from '../work/web-address.ts';
import {
  type ArchiveEntries,
  ArchiveProblem,
  type ArchiveRecord,
  archiveFiles,
  archiveKind,
  archiveVersion,
  baseFields,
  type ChunkRow,
  chunkRows,
  documentFields,
  getPlaceKey,
  isReported,
  type QuestionRow,
  readQuestionRows,
} from './archive-rows.ts';

/** Size limits of an archive. */
export interface ArchiveBounds {
  /** Maximum unpacked size in bytes. */
  readonly unpacked: number;
  /** Maximum size of the manifest in bytes. The manifest is read into memory. */
  readonly manifest: number;
  readonly questions: number;
}

/** Default limits. Text shrinks to about a fifth in a zip. */
const usualBounds: ArchiveBounds = {
  unpacked: 5 * maxZipBytes,
  manifest: 64 * 1024 * 1024,
  questions: 100_000,
};

export interface UnpackedDocument {
  /** Number by which chunks and questions refer to the document. */
  readonly no: number;
  readonly values: Values;
  readonly source: string;
  readonly url: string | null;
  readonly entry: ReadEntry | null;
  /** SHA-256 of the entry when it is the uploaded file; null when the entry is the text. */
  readonly sha256: string | null;
  /** Number of chunks. */
  readonly chunks: number;
}

/** A validated archive. Documents and chunks are unpacked when they are read. */
export interface UnpackedBase {
  readonly exportedAt: string | null;
  readonly values: Values;
  /** Names of the models. */
  readonly models: { readonly embedding: string | null; readonly rerank: string | null };
  readonly documents: readonly UnpackedDocument[];
  readonly chunks: number;
  readonly edited: number;
  readonly questions: number;
  /** Number of questions without any expected chunk in the archive. */
  readonly lost: number;
  /** Positions of chunks that questions expect. */
  readonly expected: ReadonlySet<string>;
  /** Yields the chunks by document and position. */
  chunkRows(): AsyncGenerator<ChunkRow>;
  questionRows(): AsyncGenerator<QuestionRow>;
}

const getTextIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const pickValues = (archived: ArchiveRecord, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (archived[name] === undefined ? [] : [[name, archived[name]]])));

/** Converts errors of the zip reader to ArchiveProblem. Returns other errors unchanged. */
export function archiveProblem(error: unknown): unknown {
  if (error instanceof ZipDamaged) return new ArchiveProblem('zipDamaged');
  return error instanceof ZipTooLarge ? new ArchiveProblem('unpacksTooLarge') : error;
}

/**
 * Validates an archive against the same rules as manual input, one row at a time to bound memory. Throws ArchiveProblem.
 */
export async function unpackBase(source: ByteSource, bounds: ArchiveBounds = usualBounds): Promise<UnpackedBase> {
  try {
    const entries = await readZip(source, bounds.unpacked);
    const manifest = await readManifest(entries, bounds.manifest);
    const base = isReported(manifest.base) ? manifest.base : {};
    const requested = await countQuestions(entries, bounds.questions);
    const counted = await countChunks(entries, requested.expected);
    const documents = getDocumentsIn(manifest, entries, counted.byDocument);
    return {
      exportedAt: getTextIn(manifest.exportedAt),
      values: getBaseValues(base),
      models: { embedding: getTextIn(base.embeddingModel), rerank: getTextIn(base.rerankModel) },
      documents,
      chunks: counted.chunks,
      edited: counted.edited,
      questions: requested.count,
      lost: await countLost(entries, counted.found),
      expected: requested.expected,
      chunkRows: () => chunkRows(entries),
      questionRows: () => readQuestionRows(entries),
    };
  } catch (error) {
    throw archiveProblem(error);
  }
}

async function countQuestions(entries: ArchiveEntries, most: number) {
  const expected = new Set<string>();
  let count = 0;
  for await (const question of readQuestionRows(entries)) {
    count += 1;
    if (count > most) throw new ArchiveProblem('tooManyRows', count);
    for (const { document, seq } of question.expected) expected.add(getPlaceKey(document, seq));
  }
  return { count, expected };
}

async function countChunks(entries: ArchiveEntries, expected: ReadonlySet<string>) {
  const byDocument = new Map<number, number>();
  const found = new Set<string>();
  let [chunks, edited] = [0, 0];
  for await (const { no, seq, values } of chunkRows(entries)) {
    chunks += 1;
    if (values.edited === true) edited += 1;
    byDocument.set(no, (byDocument.get(no) ?? 0) + 1);
    const place = getPlaceKey(no, seq);
    if (expected.has(place)) found.add(place);
  }
  return { chunks, edited, byDocument, found };
}

async function countLost(entries: ArchiveEntries, found: ReadonlySet<string>): Promise<number> {
  let lost = 0;
  for await (const { expected } of readQuestionRows(entries))
    if (!expected.some(({ document, seq }) => found.has(getPlaceKey(document, seq)))) lost += 1;
  return lost;
}

async function readManifest(entries: ArchiveEntries, most: number): Promise<ArchiveRecord> {
  const entry = entries.get(archiveFiles.manifest);
  if (!entry) throw new ArchiveProblem('noArchive');
  if (entry.size > most) throw new ArchiveProblem('listTooLarge', archiveFiles.manifest);
  const text = toStorableText((await entry.read()).toString('utf8'));
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new ArchiveProblem('noArchive');
  }
  if (!isReported(manifest) || manifest.kind !== archiveKind) throw new ArchiveProblem('noArchive');
  if (manifest.version !== archiveVersion) throw new ArchiveProblem('newerVersion');
  return manifest;
}

function getBaseValues(archived: ArchiveRecord): Values {
  const checked = createSchema(knowledge).safeParse(pickValues(archived, baseFields));
  if (!checked.success) throw new ArchiveProblem('baseRejected');
  return checked.data;
}

const sources = Object.keys(knowDoc.fields.source.options);
const longestUrl = knowDoc.fields.url.max;
const ownFields = documentFields.filter((name) => !['source', 'format', 'url', 'enabled', 'archived'].includes(name));

function getDocumentsIn(
  { documents }: ArchiveRecord,
  entries: ArchiveEntries,
  chunks: ReadonlyMap<number, number>,
): UnpackedDocument[] {
  const list = Array.isArray(documents) ? documents : [];
  const schema = updateSchema(knowDoc);
  const read = list.map((archived: unknown, at): UnpackedDocument => {
    const createImportError = (problem: 'documentRejected' | 'contentMissing') =>
      new ArchiveProblem(problem, isReported(archived) ? String(archived.name ?? at + 1) : at + 1);
    if (!isReported(archived) || archived.no !== at + 1) throw createImportError('documentRejected');
    const checked = schema.safeParse(pickValues(archived, ownFields));
    const source = String(archived.source);
    if (!checked.success || typeof archived.name !== 'string' || !sources.includes(source))
      throw createImportError('documentRejected');
    const url = source === 'url' ? parseWebUrl(String(archived.url)) : null;
    if (source === 'url' && (url === null || url.length > longestUrl)) throw createImportError('documentRejected');
    const named = getTextIn(archived.entry);
    const entry = named === null ? null : (entries.get(named) ?? null);
    if (named !== null && entry === null) throw createImportError('contentMissing');
    const flags = { enabled: archived.enabled !== false, archived: archived.archived === true };
    return {
      no: at + 1,
      values: { ...checked.data, ...flags },
      source,
      url,
      entry,
      sha256: getTextIn(archived.sha256),
      chunks: chunks.get(at + 1) ?? 0,
    };
  });
  const stray = [...chunks.keys()].find((no) => no > read.length);
  if (stray !== undefined) throw new ArchiveProblem('documentRejected', stray);
  return read;
}

export interface ImportLimits {
  readonly basesPerUser: number;
  readonly docsPerBase: number;
  readonly fileMegabytes: number;
  readonly maxChunks: number;
}

/** User input for the base to import. */
interface WantedBase {
  readonly file: string;
  /** Null to use the name in the archive. */
  readonly name: string | null;
  /** Null for a base of the platform. */
  readonly ownerId: number | null;
}

/** An archive that is within the limits of bases, with the local models that match its model names. */
export interface ReadArchive {
  readonly base: UnpackedBase;
  readonly name: string;
  readonly embeddingModelId: number | null;
  readonly rerankModelId: number | null;
}

const megabyte = 1024 * 1024;

/** Reads an uploaded archive. Throws ArchiveProblem when it cannot be imported. */
export async function readArchive(read: Reader, wanted: WantedBase, limits: ImportLimits): Promise<ReadArchive> {
  const stored = await findDocument(read, wanted.file);
  if (!stored) throw new ArchiveProblem('fileMissing');
  if (stored.format !== 'zip') throw new ArchiveProblem('noArchive');
  const base = await unpackBase(await openPartSource(read, stored.id));
  assertWithin(base, wanted, limits);
  const name = wanted.name ?? String(base.values.name);
  await assertCapacity(read, { ...wanted, name }, limits);
  const { embedding, rerank } = base.models;
  const embeddingModelId = await findModel(read, embedding, 'embedding');
  return { base, name, embeddingModelId, rerankModelId: await findModel(read, rerank, 'rerank') };
}

function assertWithin({ documents }: UnpackedBase, { ownerId }: WantedBase, limits: ImportLimits): void {
  if (ownerId !== null && documents.length > limits.docsPerBase)
    throw new ArchiveProblem('tooManyDocuments', documents.length);
  for (const { entry, chunks, values } of documents) {
    if (chunks > limits.maxChunks) throw new ArchiveProblem('tooManyChunks', String(values.name));
    if ((entry?.size ?? 0) > limits.fileMegabytes * megabyte)
      throw new ArchiveProblem('documentTooLarge', String(values.name));
  }
}

/** Rejects a base above the limits of its owner. */
export async function assertCapacity(
  read: Reader,
  { ownerId, name }: { readonly ownerId: number | null; readonly name: string },
  { basesPerUser }: Pick<ImportLimits, 'basesPerUser'>,
): Promise<void> {
  const theirs = read.selectFrom('knowledge_bases').select('name');
  const own = await theirs.where('owner_id', ownerId === null ? 'is' : '=', ownerId).execute();
  if (own.some((one) => one.name === name)) throw new ArchiveProblem('nameTaken');
  if (ownerId === null) return;
  const user = await read.selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst();
  if (!user) throw new ArchiveProblem('noUser');
  if (own.length >= basesPerUser) throw new ArchiveProblem('basesFull');
}

async function findModel(read: Reader, name: string | null, type: string): Promise<number | null> {
  if (name === null) return null;
  const named = read
    .selectFrom('ai_models')
    .select('id')
    .where('name', '=', name)
    .where('type', '=', type as Column<'ai_models', 'type'>);
  const row = await named.where('status', '=', 'enabled').executeTakeFirst();
  return row ? row.id : null;
}

interface Part {
  readonly seq: number;
  /** Byte range in the file; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Opens a document for reading in ranges. Only one part of a few megabytes is in memory at a time. */
async function openPartSource(read: Reader, id: number): Promise<ByteSource> {
  const all = read.selectFrom('document_parts').where('document_id', '=', id);
  const parts: Part[] = [];
  let size = 0;
  for (const row of await all.select(['seq', 'size']).orderBy('seq').execute()) {
    parts.push({ seq: row.seq, from: size, to: size + row.size });
    size += row.size;
  }
  let held: { part: Part; content: Buffer } | null = null;
  const getContent = async (part: Part) => {
    if (held?.part !== part) {
      const row = await all.select('content').where('seq', '=', part.seq).executeTakeFirst();
      held = { part, content: Buffer.isBuffer(row?.content) ? row.content : Buffer.alloc(0) };
    }
    return held.content;
  };
  return {
    size,
    async slice(from, to) {
      const found: Buffer[] = [];
      for (const part of parts.filter((one) => one.from < to && one.to > from)) {
        const content = await getContent(part);
        found.push(content.subarray(Math.max(0, from - part.from), to - part.from));
      }
      return found.length === 1 && found[0] ? found[0] : Buffer.concat(found);
    },
  };
}
