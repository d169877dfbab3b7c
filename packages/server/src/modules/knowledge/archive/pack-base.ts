import { createHash } from 'node:crypto';
import { createDocumentFileName, documentPartBytes } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { type ZipEntry, zipPieces } from '../../../platform/storage/zip-writer.ts';
import type { Database, Reader, RowOf } from '../../../platform/store/database.ts';
import { byId, readPagesByKey } from '../../../platform/store/query/pages-by-key.ts';
import type { DocumentFormat } from '../document-format.ts';
import { addPart, removeDocuments, type StoredDocument, startDocument, streamParts } from '../store/document-store.ts';
import { readText } from '../work/stored-text.ts';
import { knowWork } from '../work/work-kind.ts';
import { archiveFiles } from './archive-rows.ts';
import { ExportFailed } from './export-failed.ts';
import { type Counted, chunkLines, createManifest, type PackedDocument, writeQuestionLines } from './export-pieces.ts';

const atOnce = 200;
/** Formats that a zip makes no smaller. */
const packedAlready = new Set(['pdf', 'docx', 'xlsx', 'pptx']);

export interface PackedBase extends Counted {
  readonly documents: number;
}

/** Those whose uploaded file is there, and whose text. */
async function contentOf(read: Reader, rows: readonly RowOf<'know_docs'>[]) {
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

/** The documents of a base in their order, each with the entry that is going to hold it. */
async function documentsOf(read: Reader, base: RowOf<'knowledge_bases'>, form: string): Promise<PackedDocument[]> {
  const packed: PackedDocument[] = [];
  const all = read.selectFrom('know_docs').selectAll().where('knowledge_id', '=', base.id).orderBy('id').limit(atOnce);
  for await (const rows of readPagesByKey(atOnce, (after) => all.where('id', '>', after).execute(), byId)) {
    const { fileIds, texts } = await contentOf(read, rows);
    for (const row of rows) {
      const no = packed.length + 1;
      // A table of questions has no text but its file.
      const wantsFile = form === 'stored' || row.source === 'qa';
      const fileId = wantsFile ? (fileIds.get(row.file ?? '') ?? null) : null;
      const isThere = fileId !== null || texts.has(row.id);
      const named = fileId === null ? textName(row) : createDocumentFileName(row.name, row.format);
      packed.push({ no, row, fileId, entry: isThere ? `documents/${String(no).padStart(5, '0')}-${named}` : null });
    }
  }
  return packed;
}

const textName = ({ name }: RowOf<'know_docs'>) =>
  createDocumentFileName(`${createDocumentFileName(name, null)}.txt`, 'text');

async function* contentPieces(
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

async function modelNames(read: Reader, base: RowOf<'knowledge_bases'>) {
  const nameOf = async (id: unknown) => {
    if (id === null || id === undefined) return null;
    const row = await read.selectFrom('ai_models').select('name').where('id', '=', Number(id)).executeTakeFirst();
    return row ? row.name : null;
  };
  const [embeddingModel, rerankModel] = [await nameOf(base.embedding_model_id), await nameOf(base.rerank_model_id)];
  return { embeddingModel, rerankModel };
}

/**
 * Packs a base into a zip whose bytes are handed on as they are made: what it is, each document, its chunks and its golden
 * questions. Throws ExportFailed when the base is rebuilt meanwhile, so that its chunks are those of one
 * generation, and when a document is taken away before its turn, which would stand there empty.
 */
export async function packBase(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { id, form }: { readonly id: number; readonly form: string },
  take: (bytes: Uint8Array) => Promise<void>,
  report: (done: number, total: number) => Promise<void>,
): Promise<PackedBase> {
  const { read } = database;
  const current = () => read.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst();
  const base = await current();
  if (!base) throw new ExportFailed('gone');
  const at = clock();
  const documents = await documentsOf(read, base, form);
  const total = documents.length * 2;
  const counted: Counted = { chunks: 0, questions: 0 };
  const models = await modelNames(read, base);
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
        : [{ name, pack, pieces: () => contentPieces(read, document, () => report(done, total)) }];
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
  if ((await current())?.generation !== base.generation) throw new ExportFailed('rebuilt');
  return { documents: documents.length, ...counted };
}

/** A document that is written while its bytes come. */
interface DocumentSink {
  /** What it is called from the start. */
  readonly file: string;
  take(bytes: Uint8Array): Promise<void>;
  /** Writes what is left; the export cannot be found before. */
  end(format: DocumentFormat, at: number): Promise<StoredDocument>;
  drop(): Promise<void>;
}

/** Starts a document whose bytes come a piece at a time: each part goes into the database as soon as it is whole. */
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
