import {
  type ArchiveProblemName,
  archiveProblems,
  knowChunk,
  type Locale,
  localize,
  updateSchema,
  type Values,
} from '@gantry/core';
import type { ReadEntry } from '../../../platform/storage/read-zip.ts';
import { toStorableText } from '../text/clean-text.ts';
import { createCsvReader } from '../text/csv-rows.ts';

/** What a manifest says that it is; a later form of it has the next number. */
export const archiveKind = 'gantry-knowledge-base';
export const archiveVersion = 1;

/** Entries of an archive besides the documents. */
export const archiveFiles = {
  manifest: 'manifest.json',
  chunks: 'chunks.csv',
  questions: 'golden-questions.csv',
} as const;

/** Columns of the chunks; `document` is the number of the document in the manifest, lists are JSON. */
export const chunkColumns = [
  'document',
  'seq',
  'title',
  'content',
  'answer',
  'questions',
  'keywords',
  'enabled',
  'edited',
  'spanStart',
  'spanEnd',
  'tokens',
] as const;

/** Columns of golden questions; `chunks` is JSON: the document and place of each expected chunk. */
export const questionColumns = ['question', 'chunks', 'note'] as const;

/** What is told of the base itself. Its models are told by name, since numbers differ between servers. */
export const baseFields = [
  'name',
  'description',
  'visibility',
  'searchMode',
  'vectorWeight',
  'fusion',
  'rankConstant',
  'topK',
  'scoreMin',
  'chunkMode',
  'delimiter',
  'chunkTokens',
  'overlapTokens',
  'cleanSpaces',
  'stripUrls',
] as const;

/** What is told of each document. */
export const documentFields = [
  'name',
  'source',
  'format',
  'url',
  'enabled',
  'archived',
  'ruleMode',
  'chunkMode',
  'delimiter',
  'chunkTokens',
  'overlapTokens',
  'cleanSpaces',
  'stripUrls',
] as const;

const colon = { zh: '：', en: ': ' } as const;

/** Thrown by whatever reads an archive; nothing of it has come in then. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem';
  readonly problem: ArchiveProblemName;
  readonly detail: string;

  constructor(problem: ArchiveProblemName, detail: string | number = '') {
    super(problem);
    this.problem = problem;
    this.detail = String(detail);
  }

  in(locale: Locale): string {
    const words = localize(archiveProblems[this.problem], locale);
    return this.detail === '' ? words : words + localize(colon, locale) + this.detail;
  }
}

export type ArchiveEntries = ReadonlyMap<string, ReadEntry>;

/** A chunk as the archive has it: `no` is the number of its document, `seq` its place, by which questions name it. */
export interface ChunkRow {
  readonly no: number;
  readonly seq: number;
  readonly values: Values;
}

export interface QuestionRow {
  readonly query: string;
  readonly note: string | null;
  readonly expected: readonly { readonly document: number; readonly seq: number }[];
}

export const getPlaceKey = (document: number, seq: number) => `${document}:${seq}`;

export type ArchiveRecord = Readonly<Record<string, unknown>>;
export const isReported = (value: unknown): value is ArchiveRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Characters at most from one row to the next: more than its longest cells together. Nothing packs as well as commas and empty lines. */
const longestRow = 2_000_000;
const maxExpected = 20;

const formula = /^'\s*[=+\-@＝＋－＠\t\r\0]/u;
/** A cell as it was before it was guarded against spreadsheets. */
const cellText = (cell: string): string => (formula.test(cell) ? cell.slice(1) : cell);

/** The rows of a list with their lines, as they are unpacked; the first, which names the columns, is left out. */
async function* rowsIn(entries: ArchiveEntries, list: 'chunks' | 'questions'): AsyncGenerator<[string[], number]> {
  const entry = entries.get(archiveFiles[list]);
  if (!entry) throw new ArchiveProblem('noArchive');
  const reader = createCsvReader(',');
  const decoder = new TextDecoder();
  let line = 0;
  const numbered = (rows: string[][]) =>
    rows.flatMap((row): [string[], number][] => {
      line += 1;
      return line === 1 ? [] : [[row.map(toStorableText), line]];
    });
  for await (const piece of entry.pieces()) {
    yield* numbered(reader.read(decoder.decode(piece, { stream: true })));
    if (reader.waiting > longestRow) throw new ArchiveProblem('listTooLarge', archiveFiles[list]);
  }
  yield* numbered(reader.read(decoder.decode()));
  yield* numbered(reader.end());
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

const schema = updateSchema(knowChunk);

function chunkIn(row: readonly string[], line: number): ChunkRow {
  const cell = (name: (typeof chunkColumns)[number]) => row[chunkColumns.indexOf(name)] ?? '';
  const text = (name: (typeof chunkColumns)[number]) => cellText(cell(name)) || null;
  const [no, seq] = [numberIn(cell('document')), numberIn(cell('seq'))];
  const written = { title: text('title'), content: text('content'), answer: text('answer') };
  const lists = { questions: textsIn(cell('questions')), keywords: textsIn(cell('keywords')) };
  const checked = schema.safeParse({ ...written, ...lists });
  if (!no || !seq || !checked.success || lists.questions === undefined || lists.keywords === undefined)
    throw new ArchiveProblem('chunkWrong', line);
  const span = { spanStart: numberIn(cell('spanStart')), spanEnd: numberIn(cell('spanEnd')) };
  const flags = { enabled: cell('enabled') !== 'false', edited: cell('edited') === 'true' };
  return { no, seq, values: { ...checked.data, ...span, ...flags } };
}

/** The chunks document by document, and in their order; other orders are rejected. */
export async function* chunkRows(entries: ArchiveEntries): AsyncGenerator<ChunkRow> {
  let last: Pick<ChunkRow, 'no' | 'seq'> = { no: 0, seq: 0 };
  for await (const [row, line] of rowsIn(entries, 'chunks')) {
    const chunk = chunkIn(row, line);
    const follows = chunk.no > last.no || (chunk.no === last.no && chunk.seq > last.seq);
    if (!follows) throw new ArchiveProblem('chunkWrong', line);
    last = chunk;
    yield chunk;
  }
}

/** The golden questions, each once. */
export async function* readQuestionRows(entries: ArchiveEntries): AsyncGenerator<QuestionRow> {
  const seen = new Set<string>();
  for await (const [[requested = '', positions = '', note = ''], line] of rowsIn(entries, 'questions')) {
    const query = cellText(requested);
    const expected = parsePositions(positions);
    if (query === '' || query.length > 1000 || note.length > 500 || seen.has(query) || expected === null)
      throw new ArchiveProblem('questionWrong', line);
    seen.add(query);
    yield { query, note: cellText(note) || null, expected };
  }
}

function parsePositions(cell: string): QuestionRow['expected'] | null {
  try {
    const list: unknown = JSON.parse(cell);
    if (!Array.isArray(list) || list.length > maxExpected) return null;
    const positions = list
      .filter(isReported)
      .map(({ document, seq }) => ({ document: Number(document), seq: Number(seq) }));
    return positions.length === list.length && positions.every(({ document, seq }) => document > 0 && seq > 0)
      ? positions
      : null;
  } catch {
    return null;
  }
}
