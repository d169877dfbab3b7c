import { createSchema, knowChunk, knowDoc, knowledge, updateSchema, type Values } from '@gantry/core';
import { type ReadEntry, readZip, ZipDamaged } from '../../zip/read-zip.ts';
import { ZipTooLarge } from '../../zip/zip-writer.ts';
import { storableText } from '../text/clean-text.ts';
import { csvRows } from '../text/csv-rows.ts';
import { webAddress } from '../work/web-address.ts';
import {
  archiveFiles,
  archiveKind,
  archiveVersion,
  baseFields,
  chunkColumns,
  documentFields,
} from './archive-format.ts';
import { ArchiveProblem } from './archive-problem.ts';

/** Bytes that an archive may unpack to, and chunks and golden questions that it may hold: what one transaction writes. */
const mostUnpacked = 400 * 1024 * 1024;
const mostChunks = 50_000;
const mostQuestions = 10_000;
/** Bytes of its lists, each of which is read as a whole. */
const mostListed = { manifest: 16, chunks: 128, questions: 32 } as const;
const megabyte = 1024 * 1024;
const mostExpected = 20;

export interface UnpackedDocument {
  /** By which chunks and questions name it. */
  readonly no: number;
  readonly values: Values;
  readonly source: string;
  readonly url: string | null;
  readonly entry: ReadEntry | null;
  /** Of the entry, when it is the uploaded file; the entry is its text otherwise. */
  readonly sha256: string | null;
  /** In their order; `seq` is that of the archive, by which questions name them. */
  readonly chunks: readonly UnpackedChunk[];
}

export interface UnpackedChunk {
  readonly seq: number;
  readonly values: Values;
}

export interface UnpackedQuestion {
  readonly query: string;
  readonly note: string | null;
  readonly expected: readonly { readonly document: number; readonly seq: number }[];
}

/** An archive as it is read; the contents of its documents are not unpacked yet. */
export interface UnpackedBase {
  readonly exportedAt: string | null;
  readonly values: Values;
  /** By their names. */
  readonly models: { readonly embedding: string | null; readonly rerank: string | null };
  readonly documents: readonly UnpackedDocument[];
  readonly questions: readonly UnpackedQuestion[];
}

type Told = Readonly<Record<string, unknown>>;
const isTold = (value: unknown): value is Told => typeof value === 'object' && value !== null && !Array.isArray(value);
const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const picked = (told: Told, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (told[name] === undefined ? [] : [[name, told[name]]])));

const formula = /^'\s*[=+\-@＝＋－＠\t\r\0]/u;
/** A cell as it was before it was guarded against spreadsheets. */
const cellText = (cell: string): string => (formula.test(cell) ? cell.slice(1) : cell);

/** Reads an archive of a base and holds it to the rules that people are held to. Throws ArchiveProblem. */
export async function unpackBase(bytes: Buffer): Promise<UnpackedBase> {
  try {
    const entries = readZip(bytes, mostUnpacked);
    const manifest = await manifestIn(entries);
    const base = isTold(manifest.base) ? manifest.base : {};
    const chunks = await chunksIn(entries);
    return {
      exportedAt: textIn(manifest.exportedAt),
      values: baseValues(base),
      models: { embedding: textIn(base.embeddingModel), rerank: textIn(base.rerankModel) },
      documents: documentsIn(manifest, entries, chunks),
      questions: await questionsIn(entries),
    };
  } catch (error) {
    if (error instanceof ZipDamaged) throw new ArchiveProblem('zipDamaged');
    throw error instanceof ZipTooLarge ? new ArchiveProblem('unpacksTooLarge') : error;
  }
}

/** One of the lists of an archive; it is not unpacked when it is too much. */
async function listIn(entries: ReadonlyMap<string, ReadEntry>, list: keyof typeof archiveFiles): Promise<string> {
  const entry = entries.get(archiveFiles[list]);
  if (!entry) throw new ArchiveProblem('noArchive');
  if (entry.size > mostListed[list] * megabyte) throw new ArchiveProblem('listTooLarge', archiveFiles[list]);
  return storableText((await entry.read()).toString('utf8'));
}

async function manifestIn(entries: ReadonlyMap<string, ReadEntry>): Promise<Told> {
  const text = await listIn(entries, 'manifest');
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
  entries: ReadonlyMap<string, ReadEntry>,
  chunks: ReadonlyMap<number, readonly UnpackedChunk[]>,
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
      chunks: chunks.get(at + 1) ?? [],
    };
  });
  const stray = [...chunks.keys()].find((no) => no > read.length);
  if (stray !== undefined) throw new ArchiveProblem('documentRefused', stray);
  return read;
}

async function rowsIn(entries: ReadonlyMap<string, ReadEntry>, list: 'chunks' | 'questions'): Promise<string[][]> {
  return csvRows((await listIn(entries, list)).replace(/^\ufeff/, '')).slice(1);
}

const numberIn = (cell: string | undefined): number | null => (cell && /^\d{1,15}$/.test(cell) ? Number(cell) : null);

/** A list of texts, or nothing; undefined when it is neither. */
function textsIn(cell: string): string[] | null | undefined {
  if (cell === '') return null;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

async function chunksIn(entries: ReadonlyMap<string, ReadEntry>) {
  const rows = await rowsIn(entries, 'chunks');
  if (rows.length > mostChunks) throw new ArchiveProblem('tooManyRows', rows.length);
  const schema = updateSchema(knowChunk);
  const found = new Map<number, UnpackedChunk[]>();
  for (const [at, row] of rows.entries()) {
    const cell = (name: (typeof chunkColumns)[number]) => row[chunkColumns.indexOf(name)] ?? '';
    const text = (name: (typeof chunkColumns)[number]) => cellText(cell(name)) || null;
    const [no, seq] = [numberIn(cell('document')), numberIn(cell('seq'))];
    const written = { title: text('title'), content: text('content'), answer: text('answer') };
    const lists = { questions: textsIn(cell('questions')), keywords: textsIn(cell('keywords')) };
    const checked = schema.safeParse({ ...written, ...lists });
    if (!no || !seq || !checked.success || lists.questions === undefined || lists.keywords === undefined)
      throw new ArchiveProblem('chunkWrong', at + 2);
    const span = { spanStart: numberIn(cell('spanStart')), spanEnd: numberIn(cell('spanEnd')) };
    const flags = { enabled: cell('enabled') !== 'false', edited: cell('edited') === 'true' };
    const before = found.get(no) ?? [];
    if (before.length > 0 && seq <= Number(before.at(-1)?.seq)) throw new ArchiveProblem('chunkWrong', at + 2);
    before.push({ seq, values: { ...checked.data, ...span, ...flags } });
    found.set(no, before);
  }
  return found;
}

async function questionsIn(entries: ReadonlyMap<string, ReadEntry>): Promise<UnpackedQuestion[]> {
  const rows = await rowsIn(entries, 'questions');
  if (rows.length > mostQuestions) throw new ArchiveProblem('tooManyRows', rows.length);
  const seen = new Set<string>();
  return rows.map(([asked = '', places = '', note = ''], at) => {
    const query = cellText(asked);
    const expected = placesIn(places);
    if (query === '' || query.length > 1000 || note.length > 500 || seen.has(query) || expected === null)
      throw new ArchiveProblem('questionWrong', at + 2);
    seen.add(query);
    return { query, note: cellText(note) || null, expected };
  });
}

function placesIn(cell: string): UnpackedQuestion['expected'] | null {
  try {
    const list: unknown = JSON.parse(cell);
    if (!Array.isArray(list) || list.length > mostExpected) return null;
    const places = list.filter(isTold).map(({ document, seq }) => ({ document: Number(document), seq: Number(seq) }));
    return places.length === list.length && places.every(({ document, seq }) => document > 0 && seq > 0)
      ? places
      : null;
  } catch {
    return null;
  }
}
