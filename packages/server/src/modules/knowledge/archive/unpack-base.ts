import { createSchema, knowDoc, knowledge, updateSchema, type Values } from '@gantry/core';
import { type ByteSource, type ReadEntry, readZip, ZipDamaged } from '../../../platform/storage/read-zip.ts';
import { maxZipBytes, ZipTooLarge } from '../../../platform/storage/zip-writer.ts';
import { toStorableText } from '../text/clean-text.ts';
import { parseWebUrl } from '../work/web-address.ts';
import { archiveFiles, archiveKind, archiveVersion, baseFields, documentFields } from './archive-format.ts';
import { ArchiveProblem } from './archive-problem.ts';
import {
  type ArchiveEntries,
  type ArchiveRecord,
  type ChunkRow,
  chunkRows,
  getPlaceKey,
  isReported,
  type QuestionRow,
  readQuestionRows,
} from './archive-rows.ts';

/** What an archive may be at most. */
export interface ArchiveBounds {
  /** Bytes that it unpacks to. */
  readonly unpacked: number;
  /** Bytes of its manifest, which is read as a whole. */
  readonly manifest: number;
  readonly questions: number;
}

/** Text gets some five times smaller in a zip. */
const usualBounds: ArchiveBounds = {
  unpacked: 5 * maxZipBytes,
  manifest: 64 * 1024 * 1024,
  questions: 100_000,
};

export interface UnpackedDocument {
  /** By which chunks and questions name it. */
  readonly no: number;
  readonly values: Values;
  readonly source: string;
  readonly url: string | null;
  readonly entry: ReadEntry | null;
  /** Of the entry, when it is the uploaded file; the entry is its text otherwise. */
  readonly sha256: string | null;
  /** How many it has. */
  readonly chunks: number;
}

/** An archive that was looked through; what its documents and chunks hold is unpacked when it is read. */
export interface UnpackedBase {
  readonly exportedAt: string | null;
  readonly values: Values;
  /** By their names. */
  readonly models: { readonly embedding: string | null; readonly rerank: string | null };
  readonly documents: readonly UnpackedDocument[];
  readonly chunks: number;
  readonly edited: number;
  readonly questions: number;
  /** Questions none of whose expected chunks is in the archive. */
  readonly lost: number;
  /** Places of chunks that questions expect. */
  readonly expected: ReadonlySet<string>;
  /** In the order of their documents, and in theirs. */
  chunkRows(): AsyncGenerator<ChunkRow>;
  questionRows(): AsyncGenerator<QuestionRow>;
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const picked = (archived: ArchiveRecord, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (archived[name] === undefined ? [] : [[name, archived[name]]])));

/** What a zip says of itself that is against the rules, in the words of archives. */
export function archiveProblem(error: unknown): unknown {
  if (error instanceof ZipDamaged) return new ArchiveProblem('zipDamaged');
  return error instanceof ZipTooLarge ? new ArchiveProblem('unpacksTooLarge') : error;
}

/**
 * Looks an archive of a base through, and holds it to the rules that people are held to: a row at a time, however many there are.
 * Throws ArchiveProblem.
 */
export async function unpackBase(source: ByteSource, bounds: ArchiveBounds = usualBounds): Promise<UnpackedBase> {
  try {
    const entries = await readZip(source, bounds.unpacked);
    const manifest = await manifestIn(entries, bounds.manifest);
    const base = isReported(manifest.base) ? manifest.base : {};
    const requested = await countQuestions(entries, bounds.questions);
    const counted = await countChunks(entries, requested.expected);
    const documents = documentsIn(manifest, entries, counted.byDocument);
    return {
      exportedAt: textIn(manifest.exportedAt),
      values: baseValues(base),
      models: { embedding: textIn(base.embeddingModel), rerank: textIn(base.rerankModel) },
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

async function manifestIn(entries: ArchiveEntries, most: number): Promise<ArchiveRecord> {
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

function baseValues(archived: ArchiveRecord): Values {
  const checked = createSchema(knowledge).safeParse(picked(archived, baseFields));
  if (!checked.success) throw new ArchiveProblem('baseRejected');
  return checked.data;
}

const sources = Object.keys(knowDoc.fields.source.options);
const longestUrl = knowDoc.fields.url.max;
const ownFields = documentFields.filter((name) => !['source', 'format', 'url', 'enabled', 'archived'].includes(name));

function documentsIn(
  { documents }: ArchiveRecord,
  entries: ArchiveEntries,
  chunks: ReadonlyMap<number, number>,
): UnpackedDocument[] {
  const list = Array.isArray(documents) ? documents : [];
  const schema = updateSchema(knowDoc);
  const read = list.map((archived: unknown, at): UnpackedDocument => {
    const wrong = (problem: 'documentRejected' | 'contentMissing') =>
      new ArchiveProblem(problem, isReported(archived) ? String(archived.name ?? at + 1) : at + 1);
    if (!isReported(archived) || archived.no !== at + 1) throw wrong('documentRejected');
    const checked = schema.safeParse(picked(archived, ownFields));
    const source = String(archived.source);
    if (!checked.success || typeof archived.name !== 'string' || !sources.includes(source))
      throw wrong('documentRejected');
    const url = source === 'url' ? parseWebUrl(String(archived.url)) : null;
    if (source === 'url' && (url === null || url.length > longestUrl)) throw wrong('documentRejected');
    const named = textIn(archived.entry);
    const entry = named === null ? null : (entries.get(named) ?? null);
    if (named !== null && entry === null) throw wrong('contentMissing');
    const flags = { enabled: archived.enabled !== false, archived: archived.archived === true };
    return {
      no: at + 1,
      values: { ...checked.data, ...flags },
      source,
      url,
      entry,
      sha256: textIn(archived.sha256),
      chunks: chunks.get(at + 1) ?? 0,
    };
  });
  const stray = [...chunks.keys()].find((no) => no > read.length);
  if (stray !== undefined) throw new ArchiveProblem('documentRejected', stray);
  return read;
}
