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

/** Format name and version in the manifest. An incompatible format gets the next version. */
export const archiveKind = 'gantry-knowledge-base';
export const archiveVersion = 1;

/** Archive entries other than documents. */
export const archiveFiles = {
  manifest: 'manifest.json',
  chunks: 'chunks.csv',
  questions: 'golden-questions.csv',
} as const;

/** Columns of the chunk list. `document` is the number of the document in the manifest; lists are JSON. */
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

/** Columns of the golden questions. `chunks` is JSON: the document and position of each expected chunk. */
export const questionColumns = ['question', 'chunks', 'note'] as const;

/** Exported fields of the base. Models are exported by name, because IDs differ between servers. */
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

/** Exported fields of each document. */
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

/** Thrown when an archive cannot be imported. Nothing has been imported then. */
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

/** A chunk in the archive. Questions refer to it by `no`, the number of its document, and `seq`, its position. */
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

/**
 * Maximum characters of one row, above the total of its longest cells. Commas and empty lines compress so well that a small
 * archive could otherwise unpack to an endless row.
 */
const longestRow = 2_000_000;
const maxExpected = 20;

const formula = /^'\s*[=+\-@＝＋－＠\t\r\0]/u;
/** Removes the prefix that protects a cell from being run as a spreadsheet formula. */
const getCellText = (cell: string): string => (formula.test(cell) ? cell.slice(1) : cell);

/** Yields the rows of a list with their line numbers while unpacking, without the header row. */
async function* getRowsIn(entries: ArchiveEntries, list: 'chunks' | 'questions'): AsyncGenerator<[string[], number]> {
  const entry = entries.get(archiveFiles[list]);
  if (!entry) throw new ArchiveProblem('noArchive');
  const reader = createCsvReader(',');
  const decoder = new TextDecoder();
  let line = 0;
  const numberRows = (rows: string[][]) =>
    rows.flatMap((row): [string[], number][] => {
      line += 1;
      return line === 1 ? [] : [[row.map(toStorableText), line]];
    });
  for await (const piece of entry.pieces()) {
    yield* numberRows(reader.read(decoder.decode(piece, { stream: true })));
    if (reader.waiting > longestRow) throw new ArchiveProblem('listTooLarge', archiveFiles[list]);
  }
  yield* numberRows(reader.read(decoder.decode()));
  yield* numberRows(reader.end());
}

const getNumberIn = (cell: string | undefined): number | null =>
  cell && /^\d{1,15}$/.test(cell) ? Number(cell) : null;

/** Parses a list of texts. Returns null for an empty cell and undefined for an invalid one. */
function getTextsIn(cell: string): string[] | null | undefined {
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
  const getText = (name: (typeof chunkColumns)[number]) => getCellText(cell(name)) || null;
  const [no, seq] = [getNumberIn(cell('document')), getNumberIn(cell('seq'))];
  const written = { title: getText('title'), content: getText('content'), answer: getText('answer') };
  const lists = { questions: getTextsIn(cell('questions')), keywords: getTextsIn(cell('keywords')) };
  const checked = schema.safeParse({ ...written, ...lists });
  if (!no || !seq || !checked.success || lists.questions === undefined || lists.keywords === undefined)
    throw new ArchiveProblem('chunkWrong', line);
  const span = { spanStart: getNumberIn(cell('spanStart')), spanEnd: getNumberIn(cell('spanEnd')) };
  const flags = { enabled: cell('enabled') !== 'false', edited: cell('edited') === 'true' };
  return { no, seq, values: { ...checked.data, ...span, ...flags } };
}

/** Yields the chunks by document and position. Rejects any other order. */
export async function* chunkRows(entries: ArchiveEntries): AsyncGenerator<ChunkRow> {
  let last: Pick<ChunkRow, 'no' | 'seq'> = { no: 0, seq: 0 };
  for await (const [row, line] of getRowsIn(entries, 'chunks')) {
    const chunk = chunkIn(row, line);
    const follows = chunk.no > last.no || (chunk.no === last.no && chunk.seq > last.seq);
    if (!follows) throw new ArchiveProblem('chunkWrong', line);
    last = chunk;
    yield chunk;
  }
}

/** Yields the golden questions. Rejects duplicates. */
export async function* readQuestionRows(entries: ArchiveEntries): AsyncGenerator<QuestionRow> {
  const seen = new Set<string>();
  for await (const [[requested = '', positions = '', note = ''], line] of getRowsIn(entries, 'questions')) {
    const query = getCellText(requested);
    const expected = parsePositions(positions);
    if (query === '' || query.length > 1000 || note.length > 500 || seen.has(query) || expected === null)
      throw new ArchiveProblem('questionWrong', line);
    seen.add(query);
    yield { query, note: getCellText(note) || null, expected };
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
