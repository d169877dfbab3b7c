import { knowChunk, type Values } from '@gantry/core';
import type { Row } from '../../../platform/store/database.ts';
import { DocumentError } from '../parse/document-error.ts';
import { countTokens } from '../text/tokens.ts';
import { hashTexts } from './chunk-rows.ts';
import { indexChunks } from './index-stage.ts';
import { listStoredChunks, mergeChunks } from './kept-chunks.ts';
import { parseDocument } from './parse-stage.ts';
import { readQuestions } from './question-chunks.ts';
import { getDocumentRule } from './rule-of.ts';
import { stageChunks } from './stage-chunks.ts';
import { keepCleaned, keepRaw, readText } from './stored-text.ts';
import { commitWork, createProgressRow, getBounds, type RunStage, type Work, type WorkDeps } from './work.ts';
import { knowWork, type Stage } from './work-kind.ts';

const parse: RunStage = async (deps, work) => {
  const limits = await deps.settings.read('know', 'limits');
  const { stageMinutes } = await deps.settings.read('know', 'pipeline');
  const parsed = await parseDocument(deps, work, { ...limits, stageMinutes });
  const { text, pages, format, size } = parsed;
  await commitWork(deps, work, createProgressRow(knowWork, 'clean', 30), async (tx) => {
    await keepRaw(tx, knowWork, Number(work.row.id), text);
    return { format, size, pages, chars: text.length };
  });
  return 'clean';
};

async function baseOf({ database }: WorkDeps, { row }: Work): Promise<Row> {
  return database.read
    .selectFrom('knowledges')
    .selectAll()
    .where('id', '=', row.knowledge_id)
    .executeTakeFirstOrThrow();
}

const clean: RunStage = async (deps, work) => {
  const id = Number(work.row.id);
  const text = await readText(deps.database.read, knowWork, id);
  if (!text) return again(deps, work);
  const rule = getDocumentRule(work.row, await baseOf(deps, work));
  const cleaned = await deps.parser.clean({ raw: text.raw, rule }, getBounds(work));
  if (cleaned.text.trim() === '') throw new DocumentError('noText');
  await commitWork(deps, work, createProgressRow(knowWork, 'split', 40), async (tx) => {
    await keepCleaned(tx, knowWork, id, cleaned);
    return { chars: cleaned.text.length };
  });
  return 'split';
};

/** Its text is not there: it is read once more. */
async function again(deps: WorkDeps, work: Work): Promise<Stage> {
  await commitWork(deps, work, createProgressRow(knowWork, 'parse', 0), async () => undefined);
  return 'parse';
}

/** What becomes of a document: as its rule says, around what people edited, or the rows of a table of questions. */
async function cut(deps: WorkDeps, work: Work, base: Row): Promise<Values[] | null> {
  const { row } = work;
  const rule = getDocumentRule(row, base);
  const stored = row.keep_edited === 1 ? await listStoredChunks(deps.database.read, Number(row.id)) : [];
  if (row.source === 'qa') {
    const status = new Set(stored.map(({ spanStart }) => spanStart));
    const rows = await readQuestions(deps, row);
    return mergeChunks(
      rows.filter(({ spanStart }) => !status.has(spanStart)),
      stored,
    );
  }
  const text = await readText(deps.database.read, knowWork, Number(row.id));
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

/** The stretches of a text that no kept chunk stands for. */
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
  const [docId, knowledgeId] = [Number(row.id), Number(row.knowledge_id)];
  const { maxChunks } = await deps.settings.read('know', 'limits');
  const base = await baseOf(deps, work);
  const made =
    row.copies === 1 ? await listStoredChunks(deps.database.read, docId, 'all') : await cut(deps, work, base);
  if (made === null) return again(deps, work);
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

export const knowStages: Readonly<Record<Stage, RunStage>> = { parse, clean, split, index: indexChunks };
