import { type DocumentWarning, pdfChunk, type Values } from '@gantry/core';
import { createHourOf } from '../../../platform/context/day-of.ts';
import type { Row, RowOf, Tx } from '../../../platform/store/database.ts';
import { DocumentError } from '../parse/document-error.ts';
import { embedTexts } from '../recall/index.ts';
import { getPages } from '../text/chunk-text.ts';
import { hashTexts, removeChunks } from '../work/chunk-rows.ts';
import { embed } from '../work/index-stage.ts';
import { maxTextLength, type Parsed, parseDocument, toWarningCell } from '../work/parse-stage.ts';
import { readText, stageChunks, storeCleaned, storeRaw } from '../work/stored-text.ts';
import {
  commitWork,
  createProgressRow,
  getBounds,
  pdfWork,
  type RunStage,
  type Stage,
  type Work,
  type WorkDeps,
} from '../work/work.ts';
import { purgeOcrPages, readByOcr } from './pdf-ocr.ts';
import { capturePdf, toParseMode } from './pdf-plan.ts';

const atOnce = 32;
const day = 24 * 3600 * 1000;
const maxChunks = 20_000;

/** Returns the pages for OCR, limited to the number that was agreed when the PDF was queued. */
function listPagesForOcr({ row }: Work, { pages, blank }: Pick<Parsed, 'pages' | 'blank'>): readonly number[] {
  const all = toParseMode(row.parse_mode) === 'ocr' ? Array.from({ length: pages }, (_, at) => at + 1) : blank;
  return all.slice(0, Number(row.ocr_planned ?? 0));
}

/** Parses the PDF. Repeats the stage when OCR takes longer than a stage may; pages that were read are stored. */
const parse: RunStage = async (deps, work) => {
  const began = performance.now();
  const limits = await deps.settings.read('pdf', 'limits');
  const { stageMinutes } = await deps.settings.read('pdf', 'pipeline');
  const layout = toParseMode(work.row.parse_mode) === 'layout';
  const parsed = await parseDocument(deps, work, { ...limits, stageMinutes, mayBeBlank: true, layout });
  const { pages, size, blank } = parsed;
  const read = await readByOcr(deps, work, parsed, listPagesForOcr(work, parsed), began);
  if (read === null) return 'parse';
  if (read.text.trim() === '') {
    await commitWork(deps, work, { pages, size, scanned_pages: blank.length }, async () => undefined);
    throw new DocumentError(parsed.warnings.includes('unreadableText') ? 'unreadableText' : 'noText');
  }
  // Warnings about pages that OCR has read no longer apply.
  const isAllRead = read.pages >= blank.length;
  const missing: readonly DocumentWarning[] = ['blankPages', 'unreadableText'];
  const warnings = parsed.warnings.filter((one) => !isAllRead || !missing.includes(one));
  if (read.text.length > maxTextLength) throw new DocumentError('tooLarge');
  await commitWork(deps, work, createProgressRow(pdfWork, 'clean', 40), async (tx) => {
    const docId = Number(work.row.id);
    await storeRaw(tx, pdfWork, docId, read.text);
    await purgeOcrPages(tx, docId);
    return { pages, size, scanned_pages: blank.length, ocr_pages: read.pages, warnings: toWarningCell(warnings) };
  });
  return 'clean';
};

const cleaning = { cleanSpaces: true, stripUrls: false } as const;

/** Returns the language by whether most letters are Chinese. */
function getLanguage(text: string): string {
  const sample = text.slice(0, 20_000);
  const chinese = sample.match(/[\u4e00-\u9fff]/g)?.length ?? 0;
  const latin = sample.match(/[a-z]/gi)?.length ?? 0;
  return chinese * 4 >= latin ? 'zh' : 'en';
}

const clean: RunStage = async (deps, work) => {
  const id = Number(work.row.id);
  const text = await readText(deps.database.read, pdfWork, id);
  if (!text) throw new DocumentError('fileGone');
  const cleaned = await deps.parser.clean({ raw: text.raw, rule: cleaning }, getBounds(work));
  if (cleaned.text.trim() === '') throw new DocumentError('noText');
  await commitWork(deps, work, createProgressRow(pdfWork, 'split', 45), async (tx) => {
    await storeCleaned(tx, pdfWork, id, cleaned);
    const summary = cleaned.text.slice(0, 300).toWellFormed();
    return { char_count: cleaned.text.length, language: getLanguage(cleaned.text), summary };
  });
  return 'split';
};

const split: RunStage = async (deps, work) => {
  const docId = Number(work.row.id);
  const stored = await readText(deps.database.read, pdfWork, docId);
  if (!stored || stored.cleaned === null) throw new DocumentError('fileGone');
  const { cleaned, pages } = stored;
  const { chunkTokens, overlapTokens, embeddingModelId } = await deps.settings.read('pdf', 'chunks');
  const rule = { ...cleaning, chunkMode: 'auto', delimiter: null, chunkTokens, overlapTokens } as const;
  const chunks = await deps.parser.cut({ text: cleaned, rule }, getBounds(work));
  if (chunks.length > maxChunks) throw new DocumentError('tooManyChunks');
  const generation = -(Number(work.row.generation ?? 0) + 1);
  const made: Values[] = chunks.map((chunk, at) => ({
    ...getPages(chunk, pages),
    docId,
    generation,
    seq: at + 1,
    content: chunk.content,
    tokens: chunk.tokens,
    hash: hashTexts(chunk.content),
    embeddingModelId,
  }));
  await stageChunks(deps, work, pdfChunk, made);
  await commitWork(deps, work, createProgressRow(pdfWork, 'index', 50), async () => undefined);
  return 'index';
};

/** Embeds chunks with the model they were created for. */
export async function embedPdf(deps: WorkDeps, rows: readonly RowOf<'pdf_chunks'>[]): Promise<readonly Float32Array[]> {
  const id = rows[0]?.embedding_model_id ?? null;
  const model =
    id === null
      ? null
      : await deps.database.read.selectFrom('ai_models').selectAll().where('id', '=', id).executeTakeFirst();
  if (model === undefined) throw new DocumentError('embedding');
  const texts = rows.map(({ content }) => content);
  return (await embed(deps, model, texts)).vectors;
}

export async function keepVectors(
  tx: Tx,
  rows: readonly RowOf<'pdf_chunks'>[],
  vectors: readonly Float32Array[],
): Promise<void> {
  for (const [at, row] of rows.entries()) {
    const vector = vectors[at];
    if (!vector) continue;
    const values = { doc_id: row.doc_id, dims: vector.length, vector: toVectorBlob(vector) };
    await tx
      .insertInto('pdf_vectors')
      .values({ chunk_id: row.id, ...values })
      .onConflict((conflict) => conflict.column('chunk_id').doUpdateSet(values))
      .execute();
  }
  const ids = rows.map(({ id }) => id);
  await tx.updateTable('pdf_chunks').set({ status: 'indexed', error: null }).where('id', 'in', ids).execute();
}

const index: RunStage = async (deps, work) => {
  const { id, generation } = work.row;
  const target = Number(generation ?? 0) + 1;
  const staged = deps.database.read
    .selectFrom('pdf_chunks')
    .where('doc_id', '=', Number(id))
    .where('generation', '=', -target);
  const all = await staged.select(({ fn }) => fn.countAll().as('count')).executeTakeFirst();
  for (let done = 0; ; ) {
    work.signal.throwIfAborted();
    const rows = await staged.selectAll().where('status', '!=', 'indexed').orderBy('seq').limit(atOnce).execute();
    if (rows.length === 0) break;
    const vectors = await embedPdf(deps, rows);
    done += rows.length;
    const progress = 50 + Math.floor((49 * done) / Math.max(1, Number(all?.count ?? 1)));
    await commitWork(deps, work, { progress }, async (tx) => {
      await keepVectors(tx, rows, vectors);
      return {};
    });
    work.report(progress);
  }
  await finish(deps, work, target);
  return null;
};

/** Activates the new chunks and captures the hold in one transaction. */
async function finish(deps: WorkDeps, work: Work, target: number): Promise<void> {
  const { database, clock, settings } = deps;
  const { storeDays } = await settings.read('pdf', 'limits');
  const { timezone } = await settings.read('system', 'site');
  const at = clock();
  const when = createHourOf()(at, timezone);
  const startedAt = Number(work.row.started_at ?? at);
  const done = { status: pdfWork.done, stage: null, progress: 100, lease_owner: null, lease_until: null, attempts: 0 };
  const times = { finished_at: at, duration_ms: at - startedAt, expires_at: at + storeDays * day };
  await commitWork(deps, work, { ...done, ...times, generation: target }, async (tx) => {
    const docId = Number(work.row.id);
    const chunks = tx.selectFrom('pdf_chunks').where('doc_id', '=', docId);
    const old = await chunks.select('id').where('generation', '>', 0).execute();
    await dropPdfChunks(
      tx,
      deps,
      old.map(({ id }) => id),
    );
    const made = tx.updateTable('pdf_chunks').where('doc_id', '=', docId).where('generation', '=', -target);
    await made.set({ generation: target }).execute();
    const sums = await chunks
      .select(({ fn }) => [fn.countAll().as('chunks'), fn.sum('tokens').as('tokens')])
      .executeTakeFirst();
    const paid = await capturePdf({ tx, dialect: database.dialect, at }, work.row as RowOf<'pdf_docs'>, when);
    return { chunk_count: Number(sums?.chunks ?? 0), token_count: Number(sums?.tokens ?? 0), ...paid };
  });
}

export async function dropPdfChunks(
  tx: Tx,
  { database }: Pick<WorkDeps, 'database'>,
  ids: readonly number[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += 500) {
    await tx
      .deleteFrom('pdf_vectors')
      .where('chunk_id', 'in', ids.slice(from, from + 500))
      .execute();
  }
  await removeChunks(tx, database.dialect, pdfChunk, ids);
}

export const pdfStages: Readonly<Record<Stage, RunStage>> = { parse, clean, split, index };

/** Encodes a vector as little-endian 32-bit floats. */
function toVectorBlob(vector: Float32Array): Buffer {
  const blob = Buffer.allocUnsafe(vector.length * 4);
  for (let at = 0; at < vector.length; at += 1) blob.writeFloatLE(vector[at] ?? 0, at * 4);
  return blob;
}

function computeSimilarity(blob: Buffer, vector: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1) sum += blob.readFloatLE(at * 4) * (vector[at] ?? 0);
  return sum;
}

interface PdfHit {
  readonly row: Row;
  readonly score: number;
}

/** Returns the chunks of a PDF closest to a question, the best first. A document is small enough to compare all chunks. */
export async function searchPdf(
  deps: WorkDeps,
  doc: RowOf<'pdf_docs'>,
  query: string,
  topK: number,
): Promise<PdfHit[]> {
  const rows = await deps.database.read
    .selectFrom('pdf_chunks as c')
    .innerJoin('pdf_vectors as v', 'v.chunk_id', 'c.id')
    .select(['c.id', 'c.content', 'c.page_from', 'c.page_to', 'c.embedding_model_id', 'v.vector', 'v.dims'])
    .where('c.doc_id', '=', doc.id)
    .where('c.generation', '=', doc.generation ?? 0)
    .where('c.enabled', '=', 1)
    .execute();
  const first = rows[0];
  if (!first) return [];
  const model =
    first.embedding_model_id === null
      ? null
      : ((await deps.database.read
          .selectFrom('ai_models')
          .selectAll()
          .where('id', '=', first.embedding_model_id)
          .executeTakeFirst()) ?? null);
  const { vectors } = await embedTexts(deps, { model, texts: [query], dims: first.dims });
  const requested = vectors[0];
  if (!requested) return [];
  return rows
    .flatMap((row) =>
      Buffer.isBuffer(row.vector) && row.vector.length === requested.length * 4
        ? [{ row, score: computeSimilarity(row.vector, requested) }]
        : [],
    )
    .sort((one, other) => other.score - one.score)
    .slice(0, topK);
}
