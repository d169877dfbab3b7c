import { createSchema, knowDoc, knowledge, updateSchema, type Values } from '@gantry/core';
import { type ByteSource, type ReadEntry, readZip, ZipDamaged } from '../../zip/read-zip.ts';
import { mostZipBytes, ZipTooLarge } from '../../zip/zip-writer.ts';
import { storableText } from '../text/clean-text.ts';
import { webAddress } from '../work/web-address.ts';
import { archiveFiles, archiveKind, archiveVersion, baseFields, documentFields } from './archive-format.ts';
import { ArchiveProblem } from './archive-problem.ts';
import {
  type ArchiveEntries,
  type ChunkRow,
  chunkRows,
  isTold,
  placeKey,
  type QuestionRow,
  questionRows,
  type Told,
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
  unpacked: 5 * mostZipBytes,
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
const picked = (told: Told, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (told[name] === undefined ? [] : [[name, told[name]]])));

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
    const base = isTold(manifest.base) ? manifest.base : {};
    const asked = await countQuestions(entries, bounds.questions);
    const counted = await countChunks(entries, asked.expected);
    const documents = documentsIn(manifest, entries, counted.byDocument);
    return {
      exportedAt: textIn(manifest.exportedAt),
      values: baseValues(base),
      models: { embedding: textIn(base.embeddingModel), rerank: textIn(base.rerankModel) },
      documents,
      chunks: counted.chunks,
      edited: counted.edited,
      questions: asked.count,
      lost: await countLost(entries, counted.found),
      expected: asked.expected,
      chunkRows: () => chunkRows(entries),
      questionRows: () => questionRows(entries),
    };
  } catch (error) {
    throw archiveProblem(error);
  }
}

async function countQuestions(entries: ArchiveEntries, most: number) {
  const expected = new Set<string>();
  let count = 0;
  for await (const question of questionRows(entries)) {
    count += 1;
    if (count > most) throw new ArchiveProblem('tooManyRows', count);
    for (const { document, seq } of question.expected) expected.add(placeKey(document, seq));
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
    const place = placeKey(no, seq);
    if (expected.has(place)) found.add(place);
  }
  return { chunks, edited, byDocument, found };
}

async function countLost(entries: ArchiveEntries, found: ReadonlySet<string>): Promise<number> {
  let lost = 0;
  for await (const { expected } of questionRows(entries))
    if (!expected.some(({ document, seq }) => found.has(placeKey(document, seq)))) lost += 1;
  return lost;
}

async function manifestIn(entries: ArchiveEntries, most: number): Promise<Told> {
  const entry = entries.get(archiveFiles.manifest);
  if (!entry) throw new ArchiveProblem('noArchive');
  if (entry.size > most) throw new ArchiveProblem('listTooLarge', archiveFiles.manifest);
  const text = storableText((await entry.read()).toString('utf8'));
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new ArchiveProblem('noArchive');
  }
  if (!isTold(manifest) || manifest.kind !== archiveKind) throw new ArchiveProblem('noArchive');
  if (manifest.version !== archiveVersion) throw new ArchiveProblem('newerVersion');
  return manifest;
}

function baseValues(told: Told): Values {
  const checked = createSchema(knowledge).safeParse(picked(told, baseFields));
  if (!checked.success) throw new ArchiveProblem('baseRefused');
  return checked.data;
}

const sources = Object.keys(knowDoc.fields.source.options);
const longestUrl = knowDoc.fields.url.max;
const ownFields = documentFields.filter((name) => !['source', 'format', 'url', 'enabled', 'archived'].includes(name));

function documentsIn(
  { documents }: Told,
  entries: ArchiveEntries,
  chunks: ReadonlyMap<number, number>,
): UnpackedDocument[] {
  const list = Array.isArray(documents) ? documents : [];
  const schema = updateSchema(knowDoc);
  const read = list.map((told: unknown, at): UnpackedDocument => {
    const wrong = (problem: 'documentRefused' | 'contentMissing') =>
      new ArchiveProblem(problem, isTold(told) ? String(told.name ?? at + 1) : at + 1);
    if (!isTold(told) || told.no !== at + 1) throw wrong('documentRefused');
    const checked = schema.safeParse(picked(told, ownFields));
    const source = String(told.source);
    if (!checked.success || typeof told.name !== 'string' || !sources.includes(source)) throw wrong('documentRefused');
    const url = source === 'url' ? webAddress(String(told.url)) : null;
    if (source === 'url' && (url === null || url.length > longestUrl)) throw wrong('documentRefused');
    const named = textIn(told.entry);
    const entry = named === null ? null : (entries.get(named) ?? null);
    if (named !== null && entry === null) throw wrong('contentMissing');
    const flags = { enabled: told.enabled !== false, archived: told.archived === true };
    return {
      no: at + 1,
      values: { ...checked.data, ...flags },
      source,
      url,
      entry,
      sha256: textIn(told.sha256),
      chunks: chunks.get(at + 1) ?? 0,
    };
  });
  const stray = [...chunks.keys()].find((no) => no > read.length);
  if (stray !== undefined) throw new ArchiveProblem('documentRefused', stray);
  return read;
}
