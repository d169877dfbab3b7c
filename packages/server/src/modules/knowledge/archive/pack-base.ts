import { createHash } from 'node:crypto';
import {
  createDocumentFileName,
  documentPartBytes,
  goldenQuestion,
  guardFormula,
  knowChunk,
  knowDoc,
  knowledge,
} from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { byteOrderMark, formatCsvLine } from '../../../platform/engine/export/text-forms.ts';
import { type ZipEntry, zipPieces } from '../../../platform/storage/zip-writer.ts';
import { createRecordReader } from '../../../platform/store/columns.ts';
import type { Database, Reader, RowOf } from '../../../platform/store/database.ts';
import { byId, readPagesByKey } from '../../../platform/store/query/pages-by-key.ts';
import type { DocumentFormat } from '../document-format.ts';
import { addPart, removeDocuments, type StoredDocument, startDocument, streamParts } from '../store/document-store.ts';
import { readText } from '../work/stored-text.ts';
import { knowWork } from '../work/work.ts';
import {
  archiveFiles,
  archiveKind,
  archiveVersion,
  baseFields,
  chunkColumns,
  documentFields,
  questionColumns,
} from './archive-rows.ts';
import { ExportFailed } from './export-job.ts';

const atOnce = 200;
/** Formats that are already compressed. */
const packedAlready = new Set(['pdf', 'docx', 'xlsx', 'pptx']);

interface PackedBase extends Counted {
  readonly documents: number;
}

/** Finds which rows have an uploaded file and which have a stored text. */
async function getContent(read: Reader, rows: readonly RowOf<'know_docs'>[]) {
  const files = rows.flatMap(({ file }) => (typeof file === 'string' ? [file] : []));
  const stored =
    files.length === 0
      ? []
      : await read
          .selectFrom('documents')
          .select(['id', 'name'])
          .where('name', 'in', files)
          .where('sha256', 'is not', null)
          .execute();
  const texts = await read
    .selectFrom('document_texts')
    .select('doc_id')
    .where('kind', '=', knowWork.name)
    .where(
      'doc_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return {
    fileIds: new Map(stored.map(({ id, name }) => [name, id])),
    texts: new Set(texts.map(({ doc_id }) => doc_id)),
  };
}

/** Returns the documents of a base in order, each with the path of its archive entry. */
async function getDocuments(read: Reader, base: RowOf<'knowledge_bases'>, form: string): Promise<PackedDocument[]> {
  const packed: PackedDocument[] = [];
  const all = read.selectFrom('know_docs').selectAll().where('knowledge_id', '=', base.id).orderBy('id').limit(atOnce);
  for await (const rows of readPagesByKey(atOnce, (after) => all.where('id', '>', after).execute(), byId)) {
    const { fileIds, texts } = await getContent(read, rows);
    for (const row of rows) {
      const no = packed.length + 1;
      // A question table has a file but no text.
      const wantsFile = form === 'stored' || row.source === 'qa';
      const fileId = wantsFile ? (fileIds.get(row.file ?? '') ?? null) : null;
      const isThere = fileId !== null || texts.has(row.id);
      const named = fileId === null ? getTextName(row) : createDocumentFileName(row.name, row.format);
      packed.push({ no, row, fileId, entry: isThere ? `documents/${String(no).padStart(5, '0')}-${named}` : null });
    }
  }
  return packed;
}

const getTextName = ({ name }: RowOf<'know_docs'>) =>
  createDocumentFileName(`${createDocumentFileName(name, null)}.txt`, 'text');

async function* getContentPieces(
  read: Reader,
  { fileId, row }: PackedDocument,
  onBegin: () => Promise<void>,
): AsyncGenerator<Uint8Array | string> {
  await onBegin();
  if (fileId === null) {
    const text = await readText(read, knowWork, row.id);
    if (!text) throw new ExportFailed('changed');
    yield text.cleaned ?? text.raw;
    return;
  }
  let size = 0;
  for await (const part of streamParts(read, fileId)) {
    size += part.length;
    yield part;
  }
  if (size !== (row.size ?? 0)) throw new ExportFailed('changed');
}

async function getModelNames(read: Reader, base: RowOf<'knowledge_bases'>) {
  const getName = async (id: unknown) => {
    if (id === null || id === undefined) return null;
    const row = await read.selectFrom('ai_models').select('name').where('id', '=', Number(id)).executeTakeFirst();
    return row ? row.name : null;
  };
  const [embeddingModel, rerankModel] = [await getName(base.embedding_model_id), await getName(base.rerank_model_id)];
  return { embeddingModel, rerankModel };
}

/**
 * Packs the manifest, documents, chunks and golden questions of a base into a zip and streams its bytes. Throws ExportFailed when
 * the base is rebuilt meanwhile, because all chunks must be of one index version, and when a document is deleted before it is
 * packed, because its entry would be empty.
 */
export async function packBase(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { id, form }: { readonly id: number; readonly form: string },
  take: (bytes: Uint8Array) => Promise<void>,
  report: (done: number, total: number) => Promise<void>,
): Promise<PackedBase> {
  const { read } = database;
  const readCurrent = () => read.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst();
  const base = await readCurrent();
  if (!base) throw new ExportFailed('gone');
  const at = clock();
  const documents = await getDocuments(read, base, form);
  const total = documents.length * 2;
  const counted: Counted = { chunks: 0, questions: 0 };
  const models = await getModelNames(read, base);
  const entries: ZipEntry[] = [
    {
      name: archiveFiles.manifest,
      pack: true,
      pieces: () => createManifest(base, documents, { exportedAt: at, form, models }),
    },
    ...documents.flatMap((document, done): ZipEntry[] => {
      const { entry: name, fileId, row } = document;
      const pack = fileId === null || !packedAlready.has(row.format ?? '');
      return name === null
        ? []
        : [{ name, pack, pieces: () => getContentPieces(read, document, () => report(done, total)) }];
    }),
    {
      name: archiveFiles.chunks,
      pack: true,
      pieces: () =>
        chunkLines(read, base.generation, documents, counted, (done) => report(documents.length + done, total)),
    },
    { name: archiveFiles.questions, pack: true, pieces: () => writeQuestionLines(read, base, documents, counted) },
  ];
  for await (const bytes of zipPieces(entries, at)) await take(bytes);
  if ((await readCurrent())?.generation !== base.generation) throw new ExportFailed('rebuilt');
  return { documents: documents.length, ...counted };
}

/** A document that is written while its bytes arrive. */
interface DocumentSink {
  /** Name of the stored file, known from the start. */
  readonly file: string;
  take(bytes: Uint8Array): Promise<void>;
  /** Writes the remaining bytes and completes the file, which cannot be found before. */
  end(format: DocumentFormat, at: number): Promise<StoredDocument>;
  drop(): Promise<void>;
}

/** Starts a document whose bytes arrive in pieces. Each part is written to the database as soon as it is full. */
export async function openSink(database: Database, name: string, by: number | null, at: number): Promise<DocumentSink> {
  const row: RowOf<'documents'> = await database.transaction((tx) => startDocument(tx, name, by, at));
  const hash = createHash('sha256');
  let waiting: Uint8Array[] = [];
  let [held, size, seq] = [0, 0, 0];

  const write = async () => {
    const content = Buffer.concat(waiting);
    waiting = [];
    held = 0;
    await database.transaction((tx) => addPart(tx, { ...row, size }, seq, content));
    size += content.length;
    seq += 1;
  };
  return {
    file: row.name,
    async take(bytes) {
      hash.update(bytes);
      for (let from = 0; from < bytes.length; ) {
        const piece = bytes.subarray(from, from + documentPartBytes - held);
        waiting.push(piece);
        held += piece.length;
        from += piece.length;
        if (held === documentPartBytes) await write();
      }
    },
    async end(format, endedAt) {
      if (held > 0 || seq === 0) await write();
      const sha256 = hash.digest('hex');
      const values = { sha256, format, size, kept_at: endedAt };
      await database.transaction((tx) => tx.updateTable('documents').set(values).where('id', '=', row.id).execute());
      return { id: row.id, file: row.name, name, size, sha256, format };
    },
    drop: () => database.transaction((tx) => removeDocuments(tx, [row.id])),
  };
}

/** Rows read per query. */
const rowsAtOnce = 500;

/** A document of the knowledge base and the path of its content in the archive. */
interface PackedDocument {
  /** Number by which the chunks refer to the document. */
  readonly no: number;
  readonly row: RowOf<'know_docs'>;
  /** Path of the archive entry; null when only the chunks of the document are left. */
  readonly entry: string | null;
  /** ID of the uploaded file; null when the text is packed instead. */
  readonly fileId: number | null;
}

interface Counted {
  chunks: number;
  questions: number;
}

const readBase = createRecordReader(knowledge, baseFields);
const readDocument = createRecordReader(knowDoc, documentFields);
const readChunk = createRecordReader(knowChunk, chunkColumns.slice(1));
const readQuestion = createRecordReader(goldenQuestion, ['query', 'note', 'chunks']);

/** Yields the manifest, one document at a time. */
function* createManifest(
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

const getCell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'string' ? guardFormula(value) : String(value);
};

/** Yields the active chunks by document and position. */
async function* chunkLines(
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
      .limit(rowsAtOnce);
    const bySeq = (chunk: RowOf<'know_chunks'>) => chunk.seq;
    for await (const rows of readPagesByKey(rowsAtOnce, (after) => served.where('seq', '>', after).execute(), bySeq)) {
      counted.chunks += rows.length;
      yield rows
        .map(readChunk)
        .map((chunk) => formatCsvLine([String(no), ...chunkColumns.slice(1).map((name) => getCell(chunk[name]))]))
        .join('');
    }
  }
}

interface Place {
  readonly document: number;
  readonly seq: number;
}

/** Returns the positions of chunks in the archive by ID. */
async function getPositions(
  read: Reader,
  ids: readonly number[],
  generation: number,
  numbers: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<string, Place>> {
  const positions = new Map<string, Place>();
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await read
      .selectFrom('know_chunks')
      .select(['id', 'doc_id', 'seq'])
      .where('id', 'in', ids.slice(from, from + rowsAtOnce))
      .where('generation', '=', generation)
      .execute();
    for (const { id, doc_id, seq } of rows) {
      const document = numbers.get(doc_id);
      if (document !== undefined) positions.set(String(id), { document, seq: Number(seq) });
    }
  }
  return positions;
}

/** Yields the golden questions with the positions of their expected chunks. Deleted chunks are skipped. */
async function* writeQuestionLines(
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
    .limit(rowsAtOnce);
  for await (const rows of readPagesByKey(rowsAtOnce, (after) => all.where('id', '>', after).execute(), byId)) {
    const requested = rows.map(readQuestion);
    const ids = requested.flatMap(({ chunks }) => (Array.isArray(chunks) ? chunks.map(Number) : []));
    const positions = await getPositions(read, ids.filter(Number.isSafeInteger), base.generation, numbers);
    for (const { query, note, chunks } of requested) {
      const found = (Array.isArray(chunks) ? chunks : []).flatMap((id) => positions.get(String(id)) ?? []);
      counted.questions += 1;
      yield formatCsvLine([getCell(query), JSON.stringify(found), getCell(note)]);
    }
  }
}
