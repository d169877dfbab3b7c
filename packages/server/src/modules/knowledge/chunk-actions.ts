import { ApiError, fillText, knowChunk, localize, type Values } from '@gantry/core';
import { sql } from 'kysely';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import type { Cell, Row, RowOf } from '../../platform/store/database.ts';
import { toChangedCells } from '../../platform/store/records.ts';
import { decodeText } from './decode-text.ts';
import { dropVectors } from './recall/index.ts';
import { findUpload, readParts, type StoredDocument } from './store/document-store.ts';
import { countTokens } from './text/chunk-text.ts';
import { toStorableText } from './text/clean-text.ts';
import { OpenQuoteError, parseCsvRows, toQuestionRows } from './text/csv-rows.ts';
import { hashTexts, insertChunks, recountBase, removeChunks } from './work/chunk-rows.ts';
import { computeSums } from './work/index-stage.ts';
import { createStamp, reject, requireRow, writeRow } from './write-row.ts';

const longest = 20_000;
const maxQuestions = 20;
const maxKeywords = 10;

const words = {
  place: { zh: '内容里没有这段文字，或它就在开头', en: 'The content does not contain this text, or starts with it.' },
  last: { zh: '后面没有分段', en: 'There is no next chunk.' },
  long: { zh: '合并后过长', en: 'The merged chunk would be too long.' },
  known: { zh: '已有这个问题', en: 'The chunk already has this question.' },
  many: { zh: '问题数已到上限', en: 'This chunk has reached its question limit.' },
  unserved: { zh: '文档还没有处理完', en: 'The document is not ready yet.' },
  file: { zh: '须为已上传的 CSV 文件', en: 'Upload a CSV file first.' },
  openQuote: { zh: '第 {line} 行的引号没有闭合', en: 'A quotation mark in line {line} is never closed.' },
} as const;

const createFieldError = (field: string, key: keyof typeof words, { caller }: Pick<OperationCall, 'caller'>) =>
  new ApiError('invalid', { errors: { [field]: [localize(words[key], caller.locale)] } });

const listIn = (cell: unknown): string[] => (typeof cell === 'string' ? (JSON.parse(cell) as string[]) : []);
const listCell = (list: readonly string[]): Cell => (list.length === 0 ? null : JSON.stringify(list));

const edit: Operation<'know_chunks'> = {
  async run(call) {
    const { row } = await requireServingChunk(call);
    const written = await writeRow(call, row, toContentCells(row, toChangedCells(knowChunk, call.input)));
    await recountOf(call, row);
    return written;
  },
};

async function recountOf(call: OperationCall, row: RowOf<'know_chunks'>): Promise<void> {
  const base = await call.tx
    .selectFrom('knowledge_bases')
    .selectAll()
    .where('id', '=', row.knowledge_id)
    .executeTakeFirstOrThrow();
  await recount(call, row.doc_id, base);
}

/** Splits a chunk at a position: the text after it becomes the next chunk. */
const split: Operation<'know_chunks'> = {
  async run(call) {
    const { row } = await requireServingChunk(call);
    const content = row.content;
    const at = content.indexOf(String(call.input.before), 1);
    const [first, second] = [content.slice(0, at).trim(), content.slice(at).trim()];
    if (at < 0 || first === '' || second === '') throw createFieldError('before', 'place', call);
    await shiftFollowing(call, row, 1);
    await insertAfter(call, row, { content: second, title: row.title, spanStart: null, spanEnd: null });
    const written = await writeRow(call, row, toContentCells(row, { content: first }));
    await recountOf(call, row);
    return written;
  },
};

/** Inserts a chunk directly after another chunk of its document. */
async function insertAfter(call: OperationCall, row: RowOf<'know_chunks'>, values: Values): Promise<void> {
  const cells = toContentCells({ answer: null }, { content: String(values.content) });
  const made = {
    ...values,
    docId: row.doc_id,
    knowledgeId: row.knowledge_id,
    generation: row.generation,
    seq: (row.seq ?? 0) + 1,
    enabled: row.enabled !== 0,
    edited: true,
    tokens: cells.tokens,
    hash: cells.hash,
  };
  await insertChunks(call.tx, call.services.database.dialect, knowChunk, [made], createStamp(call));
}

/** Returns the length of the longest suffix of `one` that `other` starts with: the overlap of two chunks. */
function getOverlapLength(one: string, other: string): number {
  for (let length = Math.min(one.length, other.length, 4000); length > 0; length -= 1) {
    if (one.endsWith(other.slice(0, length))) return length;
  }
  return 0;
}

/** Appends the text of the next chunk and deletes that chunk. */
const mergeNext: Operation<'know_chunks'> = {
  async run(call) {
    const { row } = await requireServingChunk(call);
    const next = await call.tx
      .selectFrom('know_chunks')
      .selectAll()
      .where('doc_id', '=', row.doc_id)
      .where('generation', '=', row.generation)
      .where('seq', '>', row.seq ?? 0)
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    if (!next) reject(call.caller.locale, words.last, { state: 'last' });
    const [one, other] = [row.content, next.content];
    const same = getOverlapLength(one, other);
    const content = same > 0 ? one + other.slice(same) : `${one}\n${other}`;
    const answer = [row.answer, next.answer].filter(Boolean).join('\n');
    if (content.length > longest || answer.length > longest)
      reject(call.caller.locale, words.long, { state: 'tooLong' });
    await dropChunk(call, next);
    const cells = {
      content,
      answer: answer === '' ? null : answer,
      questions: listCell([...new Set([...listIn(row.questions), ...listIn(next.questions)])].slice(0, maxQuestions)),
      keywords: listCell([...new Set([...listIn(row.keywords), ...listIn(next.keywords)])].slice(0, maxKeywords)),
      span_end: next.span_end ?? row.span_end,
    };
    const written = await writeRow(call, row, toContentCells(row, cells));
    await recountOf(call, row);
    return written;
  },
};

const addQuestion: Operation<'know_chunks'> = {
  async run(call) {
    const { row } = await requireServingChunk(call);
    const [questions, requested] = [listIn(row.questions), String(call.input.question).trim()];
    if (questions.includes(requested)) throw createFieldError('question', 'known', call);
    if (questions.length >= maxQuestions) throw createFieldError('question', 'many', call);
    return writeRow(call, row, toContentCells(row, { questions: listCell([...questions, requested]) }));
  },
};

const remove: Operation<'know_chunks'> = {
  async run(call) {
    const { row } = await requireServingChunk(call);
    await dropChunk(call, row);
    await recountOf(call, row);
    return { data: null, audit: createDeletedDraft(knowChunk, row) };
  },
};

export const setEnabled = (value: 0 | 1): Operation => ({
  undo: { fields: ['enabled'] },
  run: (call) => writeRow(call, requireRow(call), { enabled: value }),
});

/** Queues a record to be indexed again. */
export const reindex: Operation = {
  run: (call) => writeRow(call, requireRow(call), { status: 'pending', error: null }),
};

export const chunkActions = {
  update: edit,
  delete: remove,
  split,
  mergeNext,
  addQuestion,
  reindex,
  enable: setEnabled(1),
  disable: setEnabled(0),
} as const satisfies Readonly<Record<string, Operation>>;

/** Appends manually written chunks to a document. Returns how many. */
export async function appendChunks(call: OperationCall, doc: Row, chunks: readonly Values[]): Promise<number> {
  const base = await requireServingBase(call, Number(doc.knowledge_id));
  if (Number(doc.generation) !== base.generation) reject(call.caller.locale, words.unserved, { state: 'unserved' });
  const last = await call.tx
    .selectFrom('know_chunks')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('doc_id', '=', Number(doc.id))
    .where('generation', '=', base.generation)
    .executeTakeFirst();
  const made = chunks.map((values, at) => {
    const { tokens, hash } = toContentCells(
      {},
      { content: String(values.content), answer: (values.answer ?? null) as Cell },
    );
    const place = { docId: Number(doc.id), knowledgeId: base.id, generation: base.generation };
    return { ...values, ...place, seq: (last?.seq ?? 0) + at + 1, edited: true, tokens, hash };
  });
  await insertChunks(call.tx, call.services.database.dialect, knowChunk, made, createStamp(call));
  await recount(call, Number(doc.id), base);
  return made.length;
}

async function appended(call: OperationCall, chunks: readonly Values[]) {
  const added = await appendChunks(call, requireRow(call), chunks);
  const audit = {
    resource: call.resource.name,
    resourceId: Number(requireRow(call).id),
    action: call.name,
    count: added,
  };
  return { data: { added }, audit };
}

/** Parses a question table. Rejects an unclosed quotation mark, which would hide the rows after it. */
function readQuestionTable(text: string, caller: OperationCall['caller']) {
  try {
    return toQuestionRows(parseCsvRows(toStorableText(text)));
  } catch (error) {
    if (!(error instanceof OpenQuoteError)) throw error;
    const reason = fillText(words.openQuote, { line: error.line }, caller.locale);
    throw new ApiError('invalid', { errors: { file: [reason] } });
  }
}

/** Actions that add manually written or uploaded chunks to a document. */
export const writingActions = {
  addChunk: { run: (call) => appended(call, [call.input]) },
  importChunks: {
    async prepare({ services, input, caller }) {
      const stored: StoredDocument | null = await findUpload(services.database.read, String(input.file));
      const decoded = stored && decodeText(await readParts(services.database.read, stored.id));
      const rows = decoded ? readQuestionTable(decoded.text, caller) : [];
      const isLong = rows.some(({ question, answer }) => question.length > longest || answer.length > longest);
      if (rows.length === 0 || rows.length > 5000 || isLong) throw createFieldError('file', 'file', { caller });
      return rows;
    },
    run: (call, prepared) =>
      appended(
        call,
        (prepared as ReturnType<typeof toQuestionRows>).map(({ question, answer, keywords }) => ({
          content: question,
          answer: answer === '' ? null : answer,
          keywords: keywords.length === 0 ? null : keywords,
        })),
      ),
  },
} as const satisfies Readonly<Record<string, Operation>>;

const ruleWords = {
  making: {
    zh: '分段正在生成或已被替换，请刷新后再试',
    en: 'This chunk is still being created or was replaced. Refresh and try again.',
  },
  rebuilding: {
    zh: '知识库正在重建，完成后再改，以免改动丢失',
    en: 'The knowledge base is being rebuilt and the change would be lost. Try again when the rebuild is complete.',
  },
} as const;

/** Returns an active chunk and its base. The base is locked until the transaction ends. */
async function requireServingChunk(
  call: OperationCall<'know_chunks'>,
): Promise<{ row: RowOf<'know_chunks'>; base: RowOf<'knowledge_bases'> }> {
  const { row } = call;
  const base = await requireServingBase(call, row.knowledge_id);
  if (row.generation !== base.generation) reject(call.caller.locale, ruleWords.making, { state: 'replaced' });
  return { row, base };
}

/** Returns and locks a base whose chunks may be changed. */
async function requireServingBase(
  { tx, services, caller }: Pick<OperationCall, 'tx' | 'services' | 'caller'>,
  id: number,
): Promise<RowOf<'knowledge_bases'>> {
  await services.database.dialect.lock(tx, `base ${id}`);
  const base = await tx.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!base) throw new ApiError('notFound');
  if (base.next_generation !== null) reject(caller.locale, ruleWords.rebuilding, { state: 'rebuilding' });
  return base;
}

/**
 * Returns the columns that derive from a chunk's text. Searches use the old text until the chunk is indexed again within seconds.
 */
function toContentCells(
  row: Partial<Pick<RowOf<'know_chunks'>, 'content' | 'answer'>>,
  cells: Readonly<Record<string, Cell>>,
): Record<string, Cell> {
  const { content, answer } = { ...row, ...cells };
  const texts = [String(content), answer ?? ''];
  return {
    ...cells,
    edited: 1,
    status: 'pending',
    error: null,
    tokens: countTokens(texts.join('\n')),
    hash: hashTexts(...texts),
  };
}

/** Recalculates the counts of a document and its base. */
async function recount(call: Pick<OperationCall, 'tx'>, docId: number, base: RowOf<'knowledge_bases'>): Promise<void> {
  const sums = await computeSums(call.tx, docId, base.generation);
  await call.tx.updateTable('know_docs').set(sums).where('id', '=', docId).execute();
  await recountBase(call.tx, base.id);
}

/** Shifts the positions of all later chunks. Works in two steps so that no two chunks ever share a position. */
async function shiftFollowing({ tx }: Pick<OperationCall, 'tx'>, row: RowOf<'know_chunks'>, by: number): Promise<void> {
  const behind = () =>
    tx.updateTable('know_chunks').where('doc_id', '=', row.doc_id).where('generation', '=', row.generation);
  await behind()
    .set({ seq: sql`-(seq + ${by})` })
    .where('seq', '>', row.seq ?? 0)
    .execute();
  await behind().set({ seq: sql`-seq` }).where('seq', '<', 0).execute();
}

/** Deletes a chunk and its index entries. */
async function dropChunk(
  { tx, services }: Pick<OperationCall, 'tx' | 'services'>,
  row: RowOf<'know_chunks'>,
): Promise<void> {
  const { dialect } = services.database;
  const place = { knowledgeId: row.knowledge_id, generation: row.generation };
  await dropVectors({ tx, dialect }, place, [row.id]);
  await removeChunks(tx, dialect, knowChunk, [row.id]);
}
