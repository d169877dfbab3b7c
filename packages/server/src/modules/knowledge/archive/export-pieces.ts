import { goldenQuestion, guardFormula, knowChunk, knowDoc, knowledge } from '@gantry/core';
import { byteOrderMark, formatCsvLine } from '../../../platform/engine/export/text-forms.ts';
import { recordReader } from '../../../platform/store/columns.ts';
import type { Reader, RowOf } from '../../../platform/store/database.ts';
import { byId, readPagesByKey } from '../../../platform/store/query/pages-by-key.ts';
import {
  archiveKind,
  archiveVersion,
  baseFields,
  chunkColumns,
  documentFields,
  questionColumns,
} from './archive-rows.ts';

/** Rows that are read at once. */
const atOnce = 500;

/** A document of the base, with where its content stands in the archive. */
export interface PackedDocument {
  /** By which the chunks name it. */
  readonly no: number;
  readonly row: RowOf<'know_docs'>;
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
export function* createManifest(
  base: RowOf<'knowledge_bases'>,
  documents: readonly PackedDocument[],
  archived: {
    readonly exportedAt: number;
    readonly form: string;
    readonly models: Readonly<Record<string, string | null>>;
  },
): Generator<string> {
  const head = {
    kind: archiveKind,
    version: archiveVersion,
    exportedAt: new Date(archived.exportedAt).toISOString(),
    form: archived.form,
    base: { ...readBase(base), ...archived.models },
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "documents": [`;
  for (const [at, { no, row, entry, fileId }] of documents.entries()) {
    const { size, content_hash: sha256 } = row;
    const file = fileId === null ? {} : { size: Number(size), sha256 };
    const line = { no, ...readDocument(row), status: row.status, chunks: row.chunk_count ?? 0, entry, ...file };
    yield `${at === 0 ? '' : ','}\n    ${JSON.stringify(line)}`;
  }
  yield '\n  ]\n}\n';
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'string' ? guardFormula(value) : String(value);
};

/** The chunks that serve, document by document and in their order. */
export async function* chunkLines(
  read: Reader,
  generation: number,
  documents: readonly PackedDocument[],
  counted: Counted,
  onDocument: (done: number) => Promise<void>,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvLine([...chunkColumns]);
  for (const [at, { no, row }] of documents.entries()) {
    await onDocument(at);
    const served = read
      .selectFrom('know_chunks')
      .selectAll()
      .where('doc_id', '=', row.id)
      .where('generation', '=', generation)
      .orderBy('seq')
      .limit(atOnce);
    const bySeq = (chunk: RowOf<'know_chunks'>) => chunk.seq;
    for await (const rows of readPagesByKey(atOnce, (after) => served.where('seq', '>', after).execute(), bySeq)) {
      counted.chunks += rows.length;
      yield rows
        .map(readChunk)
        .map((chunk) => formatCsvLine([String(no), ...chunkColumns.slice(1).map((name) => cellOf(chunk[name]))]))
        .join('');
    }
  }
}

interface Place {
  readonly document: number;
  readonly seq: number;
}

/** Where chunks stand in the archive, by their ids. */
async function getPositions(
  read: Reader,
  ids: readonly number[],
  generation: number,
  numbers: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<string, Place>> {
  const positions = new Map<string, Place>();
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await read
      .selectFrom('know_chunks')
      .select(['id', 'doc_id', 'seq'])
      .where('id', 'in', ids.slice(from, from + atOnce))
      .where('generation', '=', generation)
      .execute();
    for (const { id, doc_id, seq } of rows) {
      const document = numbers.get(doc_id);
      if (document !== undefined) positions.set(String(id), { document, seq: Number(seq) });
    }
  }
  return positions;
}

/** Golden questions with where their chunks stand; a chunk that is gone is left out. */
export async function* writeQuestionLines(
  read: Reader,
  base: RowOf<'knowledge_bases'>,
  documents: readonly PackedDocument[],
  counted: Counted,
): AsyncGenerator<string> {
  yield byteOrderMark + formatCsvLine([...questionColumns]);
  const numbers = new Map(documents.map(({ no, row }) => [row.id, no]));
  const all = read
    .selectFrom('golden_questions')
    .selectAll()
    .where('knowledge_id', '=', base.id)
    .orderBy('id')
    .limit(atOnce);
  for await (const rows of readPagesByKey(atOnce, (after) => all.where('id', '>', after).execute(), byId)) {
    const requested = rows.map(readQuestion);
    const ids = requested.flatMap(({ chunks }) => (Array.isArray(chunks) ? chunks.map(Number) : []));
    const positions = await getPositions(read, ids.filter(Number.isSafeInteger), base.generation, numbers);
    for (const { query, note, chunks } of requested) {
      const found = (Array.isArray(chunks) ? chunks : []).flatMap((id) => positions.get(String(id)) ?? []);
      counted.questions += 1;
      yield formatCsvLine([cellOf(query), JSON.stringify(found), cellOf(note)]);
    }
  }
}
