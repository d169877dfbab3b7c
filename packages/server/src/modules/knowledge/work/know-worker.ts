import { knowChunk, type Values } from '@gantry/core';
import { createRecordReader } from '../../../platform/store/columns.ts';
import { getId, type Reader, type Row, type RowOf, type Tx } from '../../../platform/store/database.ts';
import { decodeText } from '../decode-text.ts';
import { DocumentError } from '../parse/document-error.ts';
import { readRows } from '../parse/read-document.ts';
import { findDocument, readParts } from '../store/document-store.ts';
import { type ChunkRule, countTokens } from '../text/chunk-text.ts';
import { toStorableText } from '../text/clean-text.ts';
import { toQuestionRows } from '../text/csv-rows.ts';
import { hashTexts } from './chunk-rows.ts';
import { completeCancellations } from './complete-cancellations.ts';
import { createDocumentWorker, type DocumentWorker } from './document-worker.ts';
import { releaseEmbedding } from './embedding-money.ts';
import { indexChunks } from './index-stage.ts';
import { parseDocument, toWarningCell } from './parse-stage.ts';
import { readText, stageChunks, storeCleaned, storeRaw } from './stored-text.ts';
import {
  commitWork,
  createProgressRow,
  getBounds,
  knowWork,
  type RunStage,
  type Stage,
  type Work,
  type WorkDeps,
} from './work.ts';

const carried = [
  'title',
  'content',
  'answer',
  'questions',
  'keywords',
  'enabled',
  'edited',
  'hitCount',
  'lastHitAt',
  'spanStart',
  'spanEnd',
];
const toRecord = createRecordReader(knowChunk, carried);

/** Returns the chunks of a document that re-chunking keeps: the edited ones or all. */
async function listStoredChunks(read: Reader, docId: number, which: 'edited' | 'all' = 'edited'): Promise<Values[]> {
  const latest = await read
    .selectFrom('know_chunks')
    .select(({ fn }) => fn.max('generation').as('generation'))
    .where('doc_id', '=', docId)
    .where('generation', '>', 0)
    .executeTakeFirst();
  if (latest?.generation === null || latest?.generation === undefined) return [];
  const query = read
    .selectFrom('know_chunks')
    .selectAll()
    .where('doc_id', '=', docId)
    .where('generation', '=', latest.generation)
    .orderBy('seq');
  const rows = await (which === 'edited' ? query.where('edited', '=', 1) : query).execute();
  return rows.map(toRecord);
}

/** Merges chunks in the order of their text positions. Chunks without a position come last. */
function mergeChunks(made: readonly Values[], stored: readonly Values[]): Values[] {
  const getPosition = ({ spanStart }: Values) => (typeof spanStart === 'number' ? spanStart : Number.MAX_SAFE_INTEGER);
  return [...made, ...stored].sort((one, other) => getPosition(one) - getPosition(other));
}

/** Maximum characters of a question or an answer. */
const longest = 20_000;

/** Reads a question table with one chunk per row. Rejects a row that is too long for one chunk. */
async function readQuestions({ database }: WorkDeps, row: Row): Promise<Values[]> {
  const document = await findDocument(database.read, String(row.file ?? ''));
  if (!document) throw new DocumentError('fileGone');
  const decoded = decodeText(await readParts(database.read, document.id));
  if (decoded === null) throw new DocumentError('encoding');
  const rows = toQuestionRows(readRows(toStorableText(decoded.text)));
  if (rows.some(({ question, answer }) => question.length > longest || answer.length > longest))
    throw new DocumentError('tooLarge');
  return rows.map(({ question, answer, keywords }, at) => ({
    content: question,
    answer: answer === '' ? null : answer,
    keywords: keywords.length > 0 ? keywords : null,
    // In a table, positions are row numbers.
    spanStart: at,
    spanEnd: at + 1,
  }));
}

const parse: RunStage = async (deps, work) => {
  const limits = await deps.settings.read('know', 'limits');
  const { stageMinutes } = await deps.settings.read('know', 'pipeline');
  // For a PDF, headings and tables are detected by the text positions.
  const parsed = await parseDocument(deps, work, { ...limits, stageMinutes, layout: true });
  const { text, pages, format, size } = parsed;
  await commitWork(deps, work, createProgressRow(knowWork, 'clean', 30), async (tx) => {
    await storeRaw(tx, knowWork, Number(work.row.id), text);
    return { format, size, pages, chars: text.length, warnings: toWarningCell(parsed.warnings) };
  });
  return 'clean';
};

async function getBase({ database }: WorkDeps, { row }: Work): Promise<RowOf<'knowledge_bases'>> {
  return database.read
    .selectFrom('knowledge_bases')
    .selectAll()
    .where('id', '=', Number(row.knowledge_id))
    .executeTakeFirstOrThrow();
}

const clean: RunStage = async (deps, work) => {
  const id = Number(work.row.id);
  const text = await readText(deps.database.read, knowWork, id);
  if (!text) return restartFromParse(deps, work);
  const rule = getDocumentRule(work.row as RowOf<'know_docs'>, await getBase(deps, work));
  const cleaned = await deps.parser.clean({ raw: text.raw, rule }, getBounds(work));
  if (cleaned.text.trim() === '') throw new DocumentError('noText');
  await commitWork(deps, work, createProgressRow(knowWork, 'split', 40), async (tx) => {
    await storeCleaned(tx, knowWork, id, cleaned);
    return { chars: cleaned.text.length };
  });
  return 'split';
};

/** Returns to the parse stage because the stored text is missing. */
async function restartFromParse(deps: WorkDeps, work: Work): Promise<Stage> {
  await commitWork(deps, work, createProgressRow(knowWork, 'parse', 0), async () => undefined);
  return 'parse';
}

/** Creates the chunks of a document: by its rule around edited chunks, or one per row of a question table. Null without text. */
async function createChunks(deps: WorkDeps, work: Work, base: RowOf<'knowledge_bases'>): Promise<Values[] | null> {
  const row = work.row as RowOf<'know_docs'>;
  const rule = getDocumentRule(row, base);
  const stored = row.keep_edited === 1 ? await listStoredChunks(deps.database.read, row.id) : [];
  if (row.source === 'qa') {
    const status = new Set(stored.map(({ spanStart }) => spanStart));
    const rows = await readQuestions(deps, row);
    return mergeChunks(
      rows.filter(({ spanStart }) => !status.has(spanStart)),
      stored,
    );
  }
  const text = await readText(deps.database.read, knowWork, row.id);
  const cleaned = text?.cleaned;
  if (cleaned === null || cleaned === undefined) return null;
  const ranges = findGaps(cleaned, stored);
  const chunks = await deps.parser.cut({ text: cleaned, rule, ranges }, getBounds(work));
  const values = chunks.map(({ title, content, tokens, start, end }) => ({
    title,
    content,
    tokens,
    spanStart: start,
    spanEnd: end,
  }));
  return mergeChunks(values, stored);
}

/** Returns the ranges of a text that no stored chunk covers. */
function findGaps(text: string, stored: readonly Values[]): (readonly [number, number])[] {
  const spans = stored
    .map(({ spanStart, spanEnd }) => [Number(spanStart ?? -1), Number(spanEnd ?? -1)] as const)
    .filter(([start, end]) => start >= 0 && end > start && end <= text.length)
    .sort(([one], [other]) => one - other);
  const free: (readonly [number, number])[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    if (start > at) free.push([at, start]);
    at = Math.max(at, end);
  }
  if (at < text.length) free.push([at, text.length]);
  return free;
}

const split: RunStage = async (deps, work) => {
  const { row } = work;
  const [docId, knowledgeId] = [getId(row), Number(row.knowledge_id)];
  const { maxChunks } = await deps.settings.read('know', 'limits');
  const base = await getBase(deps, work);
  const made =
    row.copies === 1 ? await listStoredChunks(deps.database.read, docId, 'all') : await createChunks(deps, work, base);
  if (made === null) return restartFromParse(deps, work);
  if (made.length === 0) throw new DocumentError('noText');
  if (made.length > maxChunks) throw new DocumentError('tooManyChunks');
  const target = Number(row.target_generation);
  const chunks = made.map((values, at) => ({
    ...values,
    docId,
    knowledgeId,
    generation: -target,
    seq: at + 1,
    status: 'pending',
    tokens: Number(values.tokens ?? countTokens(`${String(values.content)}\n${String(values.answer ?? '')}`)),
    hash: hashTexts(String(values.content), String(values.answer ?? '')),
  }));
  await stageChunks(deps, work, knowChunk, chunks);
  await commitWork(deps, work, createProgressRow(knowWork, 'index', 50), async () => undefined);
  return 'index';
};

const knowStages: Readonly<Record<Stage, RunStage>> = { parse, clean, split, index: indexChunks };

/** Reads the chunk rule from the columns of a base or document. */
function readRule(row: RowOf<'knowledge_bases'> | RowOf<'know_docs'>): ChunkRule {
  return {
    chunkMode: row.chunk_mode,
    delimiter: row.delimiter,
    chunkTokens: row.chunk_tokens,
    overlapTokens: row.overlap_tokens,
    cleanSpaces: row.clean_spaces === 1,
    stripUrls: row.strip_urls === 1,
  };
}

/** Returns the chunk rule of a document: its own or that of its base. */
function getDocumentRule(doc: RowOf<'know_docs'>, base: RowOf<'knowledge_bases'>): ChunkRule {
  return readRule(doc.rule_mode === 'custom' ? doc : base);
}

/** Creates the worker that parses, chunks and indexes documents of knowledge bases. */
export function createKnowWorker(deps: WorkDeps): DocumentWorker {
  return createDocumentWorker(deps, {
    kind: knowWork,
    stages: knowStages,
    readRules: async () => {
      const { workers, leaseSeconds, maxAttempts, stageMinutes, fair } = await deps.settings.read('know', 'pipeline');
      return { workers, leaseSeconds, maxAttempts, stageMinutes, fair };
    },
    onLost: completeCancellations,
    onFailed: release,
  });
}

/** Releases the hold of work that is not retried automatically. */
async function release(tx: Tx, { database, clock }: WorkDeps, id: number): Promise<void> {
  const row = await tx.selectFrom('know_docs').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) await releaseEmbedding({ tx, dialect: database.dialect, at: clock() }, row);
}
