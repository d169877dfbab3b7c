import { csvGuarded, goldenQuestion, knowChunk, knowDoc, knowledge } from '@gantry/core';
import { byteOrderMark, csvLine } from '../../resources/csv.ts';
import { recordReader } from '../../store/columns.ts';
import type { Reader, Row } from '../../store/database.ts';
import { byId, pagesByKey } from '../../store/query/pages-by-key.ts';
import {
  archiveKind,
  archiveVersion,
  baseFields,
  chunkColumns,
  documentFields,
  questionColumns,
} from './archive-format.ts';

/** Rows that are read at once. */
const atOnce = 500;

/** A document of the base, with where its content stands in the archive. */
export interface PackedDocument {
  /** By which the chunks name it. */
  readonly no: number;
  readonly row: Row;
  /** Of the entry; null when nothing of it is left but its chunks. */
  readonly entry: string | null;
  /** Of the uploaded file, when that is packed; else its text is. */
  readonly fileId: number | null;
}

export interface Counted {
  chunks: number;
  questions: number;
}

const readBase = recordReader(knowledge, baseFields);
const readDocument = recordReader(knowDoc, documentFields);
const readChunk = recordReader(knowChunk, chunkColumns.slice(1));
const readQuestion = recordReader(goldenQuestion, ['query', 'note', 'chunks']);

/** The manifest, a document at a time. */
export function* manifestOf(
  base: Row,
  documents: readonly PackedDocument[],
  told: {
    readonly exportedAt: number;
    readonly form: string;
    readonly models: Readonly<Record<string, string | null>>;
  },
): Generator<string> {
  const head = {
    kind: archiveKind,
    version: archiveVersion,
    exportedAt: new Date(told.exportedAt).toISOString(),
    form: told.form,
    base: { ...readBase(base), ...told.models },
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "documents": [`;
  for (const [at, { no, row, entry, fileId }] of documents.entries()) {
    const { size, content_hash: sha256 } = row;
    const file = fileId === null ? {} : { size: Number(size), sha256 };
    const line = { no, ...readDocument(row), status: row.status, chunks: Number(row.chunk_count ?? 0), entry, ...file };
    yield `${at === 0 ? '' : ','}\n    ${JSON.stringify(line)}`;
  }
  yield '\n  ]\n}\n';
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'string' ? csvGuarded(value) : String(value);
};

/** The chunks that serve, document by document and in their order. */
export async function* chunkLines(
  read: Reader,
  generation: number,
  documents: readonly PackedDocument[],
  counted: Counted,
  onDocument: (done: number) => Promise<void>,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine([...chunkColumns]);
  for (const [at, { no, row }] of documents.entries()) {
    await onDocument(at);
    const served = read
      .selectFrom('know_chunks')
      .selectAll()
      .where('doc_id', '=', row.id)
      .where('generation', '=', generation)
      .orderBy('seq')
      .limit(atOnce);
    const bySeq = (chunk: Row) => chunk.seq;
    for await (const rows of pagesByKey(atOnce, (after) => served.where('seq', '>', after).execute(), bySeq)) {
      counted.chunks += rows.length;
      yield rows
        .map(readChunk)
        .map((chunk) => csvLine([String(no), ...chunkColumns.slice(1).map((name) => cellOf(chunk[name]))]))
        .join('');
    }
  }
}

interface Place {
  readonly document: number;
  readonly seq: number;
}

/** Where chunks stand in the archive, by their ids. */
async function placesOf(
  read: Reader,
  ids: readonly number[],
  generation: number,
  numbers: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await read
      .selectFrom('know_chunks')
      .select(['id', 'doc_id', 'seq'])
      .where('id', 'in', ids.slice(from, from + atOnce))
      .where('generation', '=', generation)
      .execute();
    for (const { id, doc_id, seq } of rows) {
      const document = numbers.get(Number(doc_id));
      if (document !== undefined) places.set(String(id), { document, seq: Number(seq) });
    }
  }
  return places;
}

/** Golden questions with where their chunks stand; a chunk that is gone is left out. */
export async function* questionLines(
  read: Reader,
  base: Row,
  documents: readonly PackedDocument[],
  counted: Counted,
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine([...questionColumns]);
  const numbers = new Map(documents.map(({ no, row }) => [Number(row.id), no]));
  const all = read
    .selectFrom('golden_questions')
    .selectAll()
    .where('knowledge_id', '=', base.id)
    .orderBy('id')
    .limit(atOnce);
  for await (const rows of pagesByKey(atOnce, (after) => all.where('id', '>', after).execute(), byId)) {
    const asked = rows.map(readQuestion);
    const ids = asked.flatMap(({ chunks }) => (Array.isArray(chunks) ? chunks.map(Number) : []));
    const places = await placesOf(read, ids.filter(Number.isSafeInteger), Number(base.generation), numbers);
    for (const { query, note, chunks } of asked) {
      const found = (Array.isArray(chunks) ? chunks : []).flatMap((id) => places.get(String(id)) ?? []);
      counted.questions += 1;
      yield csvLine([cellOf(query), JSON.stringify(found), cellOf(note)]);
    }
  }
}
