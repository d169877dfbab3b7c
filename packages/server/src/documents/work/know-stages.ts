import { knowChunk, type Values } from '@gantry/core';
import type { Row } from '../../store/database.ts';
import { DocumentError } from '../parse/document-error.ts';
import { tokensOf } from '../text/tokens.ts';
import { hashOf } from './chunk-rows.ts';
import { indexChunks } from './index-stage.ts';
import { keptChunks, weave } from './kept-chunks.ts';
import { parseDocument } from './parse-stage.ts';
import { readQuestions } from './question-chunks.ts';
import { ruleOfDocument } from './rule-of.ts';
import { stageChunks } from './stage-chunks.ts';
import { keepCleaned, keepRaw, readText } from './stored-text.ts';
import { boundsOf, commitWork, going, type RunStage, type Work, type WorkNeeds } from './work.ts';
import { knowWork, type Stage } from './work-kind.ts';

const parse: RunStage = async (needs, work) => {
  const limits = await needs.settings.read('know', 'limits');
  const { stageMinutes } = await needs.settings.read('know', 'pipeline');
  const parsed = await parseDocument(needs, work, { ...limits, stageMinutes });
  const { text, pages, format, size } = parsed;
  await commitWork(needs, work, going(knowWork, 'clean', 30), async (tx) => {
    await keepRaw(tx, knowWork, Number(work.row.id), text);
    return { format, size, pages, chars: text.length };
  });
  return 'clean';
};

async function baseOf({ database }: WorkNeeds, { row }: Work): Promise<Row> {
  return database.read
    .selectFrom('knowledges')
    .selectAll()
    .where('id', '=', row.knowledge_id)
    .executeTakeFirstOrThrow();
}

const clean: RunStage = async (needs, work) => {
  const id = Number(work.row.id);
  const text = await readText(needs.database.read, knowWork, id);
  if (!text) return again(needs, work);
  const rule = ruleOfDocument(work.row, await baseOf(needs, work));
  const cleaned = await needs.parser.clean({ raw: text.raw, rule }, boundsOf(work));
  if (cleaned.text.trim() === '') throw new DocumentError('noText');
  await commitWork(needs, work, going(knowWork, 'split', 40), async (tx) => {
    await keepCleaned(tx, knowWork, id, cleaned);
    return { chars: cleaned.text.length };
  });
  return 'split';
};

/** Its text is not there: it is read once more. */
async function again(needs: WorkNeeds, work: Work): Promise<Stage> {
  await commitWork(needs, work, going(knowWork, 'parse', 0), async () => undefined);
  return 'parse';
}

/** What becomes of a document: as its rule says, around what people edited, or the rows of a table of questions. */
async function cut(needs: WorkNeeds, work: Work, base: Row): Promise<Values[] | null> {
  const { row } = work;
  const rule = ruleOfDocument(row, base);
  const kept = row.keep_edited === 1 ? await keptChunks(needs.database.read, Number(row.id)) : [];
  if (row.source === 'qa') {
    const standing = new Set(kept.map(({ spanStart }) => spanStart));
    const rows = await readQuestions(needs, row);
    return weave(
      rows.filter(({ spanStart }) => !standing.has(spanStart)),
      kept,
    );
  }
  const text = await readText(needs.database.read, knowWork, Number(row.id));
  const cleaned = text?.cleaned;
  if (cleaned === null || cleaned === undefined) return null;
  const stretches = aroundKept(cleaned, kept);
  const chunks = await needs.parser.cut({ text: cleaned, rule, stretches }, boundsOf(work));
  const values = chunks.map(({ title, content, tokens, start, end }) => ({
    title,
    content,
    tokens,
    spanStart: start,
    spanEnd: end,
  }));
  return weave(values, kept);
}

/** The stretches of a text that no kept chunk stands for. */
function aroundKept(text: string, kept: readonly Values[]): (readonly [number, number])[] {
  const spans = kept
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

const split: RunStage = async (needs, work) => {
  const { row } = work;
  const [docId, knowledgeId] = [Number(row.id), Number(row.knowledge_id)];
  const { maxChunks } = await needs.settings.read('know', 'limits');
  const base = await baseOf(needs, work);
  const made = row.copies === 1 ? await keptChunks(needs.database.read, docId, 'all') : await cut(needs, work, base);
  if (made === null) return again(needs, work);
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
    tokens: Number(values.tokens ?? tokensOf(`${String(values.content)}\n${String(values.answer ?? '')}`)),
    hash: hashOf(String(values.content), String(values.answer ?? '')),
  }));
  await stageChunks(needs, work, knowChunk, chunks);
  await commitWork(needs, work, going(knowWork, 'index', 50), async () => undefined);
  return 'index';
};

export const knowStages: Readonly<Record<Stage, RunStage>> = { parse, clean, split, index: indexChunks };
