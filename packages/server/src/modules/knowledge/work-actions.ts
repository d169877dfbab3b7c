import { ApiError, knowChunk, knowDoc, localize } from '@gantry/core';
import { createDeletedDraft } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { type Cell, type Dialect, getId, type Row, type RowOf, type Tx } from '../../platform/store/database.ts';
import { removeRecords, toChangedCells } from '../../platform/store/records.ts';
import { dropVectors } from './recall/index.ts';
import { findUpload, type StoredDocument } from './store/document-store.ts';
import { recountBase, removeChunks } from './work/chunk-rows.ts';
import { dropStaged, getStageWithoutChunks } from './work/complete-cancellations.ts';
import { releaseEmbedding } from './work/embedding-money.ts';
import { purgeText } from './work/stored-text.ts';
import { knowWork, listActiveStates } from './work/work.ts';
import { reject, requireRow, writeRow } from './write-row.ts';

const words = {
  importing: {
    zh: '知识库正在导入，完成后再试',
    en: 'The knowledge base is being imported. Try again when the import is complete.',
  },
  same: { zh: '已在这个知识库', en: 'The document is already in this knowledge base.' },
  base: { zh: '知识库不存在', en: 'Knowledge base not found.' },
  rebuilding: {
    zh: '知识库正在重建，完成后再试',
    en: 'The knowledge base is being rebuilt. Try again when the rebuild is complete.',
  },
  twice: {
    zh: '目标知识库里已有相同内容的文档',
    en: 'The target knowledge base already has a document with the same content.',
  },
  file: { zh: '文件不存在，请先上传', en: 'File not found. Upload it first.' },
} as const;

/** Columns that release a document for the next worker. */
const free = { lease_owner: null, lease_until: null, next_try_at: null } as const;
const rebuilt = {
  ...free,
  status: 'waiting',
  attempts: 0,
  error: null,
  error_code: null,
  finished_at: null,
  stuck: 0,
} as const;

async function getBase({ tx, caller }: OperationCall, id: unknown): Promise<RowOf<'knowledge_bases'>> {
  const base = await tx.selectFrom('knowledge_bases').selectAll().where('id', '=', Number(id)).executeTakeFirst();
  if (!base) throw new ApiError('invalid', { errors: { knowledgeId: [localize(words.base, caller.locale)] } });
  return base;
}

/** Returns the base of a document. Rejects a base that is being imported. */
async function getBaseOrThrow(call: OperationCall<'know_docs'>, id: unknown): Promise<RowOf<'knowledge_bases'>> {
  const base = await getBase(call, id);
  if (base.status === 'importing') reject(call.caller.locale, words.importing, { state: 'importing' });
  return base;
}

const getTarget = (base: RowOf<'knowledge_bases'>) => base.next_generation ?? base.generation;

const getScope = ({ tx, services }: OperationCall) => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

/** Cancels the work: immediately without a worker, otherwise when the worker checks. The active chunks stay in use. */
const cancel: Operation<'know_docs'> = {
  async run(call) {
    const row = requireRow(call);
    await getBaseOrThrow(call, row.knowledge_id);
    if (listActiveStates(knowWork).includes(row.status)) return writeRow(call, row, { status: 'cancelling' });
    await dropStaged(call.tx, call.services.database.dialect, row);
    await releaseEmbedding(getScope(call), row);
    const stage = getStageWithoutChunks(row.stage);
    return writeRow(call, row, { ...free, status: 'cancelled', stage, finished_at: call.services.clock() });
  },
};

/** Returns the columns of a document that is retried from the failed stage. */
export async function createRetryCells(
  tx: Tx,
  dialect: Dialect,
  row: RowOf<'know_docs'>,
  base: RowOf<'knowledge_bases'>,
) {
  const target = getTarget(base);
  // Chunks created for another index version cannot be used for this one.
  const isOther = target !== (row.target_generation ?? 0);
  if (isOther) await dropStaged(tx, dialect, row);
  const stage = isOther ? getStageWithoutChunks(row.stage) : row.stage;
  return { ...rebuilt, stage: stage as Cell, target_generation: target };
}

const retry: Operation<'know_docs'> = {
  async run(call) {
    const row = requireRow(call);
    const base = await getBase(call, row.knowledge_id);
    return writeRow(call, row, await createRetryCells(call.tx, call.services.database.dialect, row, base));
  },
};

/** Pauses the work without a time limit. Its hold is released and placed again when it continues. */
const pause: Operation<'know_docs'> = {
  async run(call) {
    const row = requireRow(call);
    await getBaseOrThrow(call, row.knowledge_id);
    await releaseEmbedding(getScope(call), row);
    return writeRow(call, row, { ...free, status: 'paused' });
  },
};

const resume: Operation<'know_docs'> = {
  run: (call) => writeRow(call, requireRow(call), { ...free, status: 'waiting' }),
};

/** Re-chunks the text. The active chunks stay in use until the new ones are ready. */
const rechunk: Operation<'know_docs'> = {
  async run(call) {
    const row = requireRow(call);
    return writeRow(call, row, await createRechunkCells(call, row));
  },
};

/** Returns the columns of a document that is re-chunked. */
async function createRechunkCells(
  call: OperationCall<'know_docs'>,
  row: RowOf<'know_docs'>,
): Promise<Readonly<Record<string, Cell>>> {
  const base = await getBase(call, row.knowledge_id);
  const keep = call.input.keepEdited === false ? 0 : 1;
  await dropStaged(call.tx, call.services.database.dialect, row);
  const next = { stage: 'clean', progress: 0, target_generation: getTarget(base), keep_edited: keep, copies: 0 };
  return { ...rebuilt, ...next };
}

/** Sets the document's own rule or that of its base. When the text is re-chunked immediately, returns what is created again. */
const setRule: Operation<'know_docs'> = {
  async run(call) {
    const row = requireRow(call);
    const { ruleMode, recut, keepEdited, ...rule } = call.input;
    const cells = toChangedCells(knowDoc, ruleMode === 'custom' ? { ruleMode, ...rule } : { ruleMode });
    const data = recut === false ? unchangedChunks : await previewRechunk(call, row);
    const work = recut === false ? {} : await createRechunkCells(call, row);
    return { ...(await writeRow(call, row, { ...cells, ...work } as Record<string, Cell>)), data };
  },
};

const unchangedChunks = { recutDocs: 0, recutChunks: 0, recutTokens: 0, lostEdits: 0 };

/** Returns the numbers of active chunks, tokens and edits that re-chunking replaces. */
async function previewRechunk({ tx, input }: OperationCall, row: Row): Promise<typeof unchangedChunks> {
  const edited = tx
    .selectFrom('know_chunks')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('doc_id', '=', getId(row))
    .where('generation', '=', Number(row.generation))
    .where('edited', '=', 1);
  const lost = input.keepEdited === false ? await edited.executeTakeFirst() : undefined;
  return {
    recutDocs: 1,
    recutChunks: Number(row.chunk_count ?? 0),
    recutTokens: Number(row.token_count ?? 0),
    lostEdits: Number(lost?.count ?? 0),
  };
}

/** Replaces the file of a document. */
const replace: Operation<'know_docs'> = {
  prepare: async ({ services, input, caller }) => {
    const stored = await findUpload(services.database.read, String(input.file));
    if (!stored) throw new ApiError('invalid', { errors: { file: [localize(words.file, caller.locale)] } });
    return stored;
  },
  async run(call, prepared) {
    const row = requireRow(call);
    const { file, sha256, size, format } = prepared as StoredDocument;
    const base = await getBase(call, row.knowledge_id);
    await rejectDuplicates(call, row.knowledge_id, sha256, row.id);
    await dropStaged(call.tx, call.services.database.dialect, row);
    const content = {
      file,
      content_hash: sha256,
      size,
      format,
      url: null,
      source: row.source === 'qa' ? 'qa' : 'upload',
    };
    const next = { stage: 'parse', progress: 0, target_generation: getTarget(base), keep_edited: 0, copies: 0 };
    return writeRow(call, row, { ...rebuilt, ...content, ...next });
  },
};

async function rejectDuplicates(
  { tx, caller }: OperationCall,
  knowledgeId: unknown,
  hash: unknown,
  id: number,
): Promise<void> {
  const twin = await tx
    .selectFrom('know_docs')
    .select('id')
    .where('knowledge_id', '=', Number(knowledgeId))
    .where('content_hash', '=', String(hash))
    .where('id', '!=', id)
    .executeTakeFirst();
  if (twin) throw new ApiError('invalid', { errors: { file: [localize(words.twice, caller.locale)] } });
}

/** Moves a document with its chunks to another base, where they are indexed with its model. */
const move: Operation<'know_docs'> = {
  async run(call) {
    const { tx, services, caller, input } = call;
    const row = requireRow(call);
    const [from, to] = [await getBase(call, row.knowledge_id), await getBaseOrThrow(call, input.knowledgeId)];
    if (from.id === to.id) reject(caller.locale, words.same, { state: 'same' });
    if (from.next_generation !== null) reject(caller.locale, words.rebuilding, { state: 'rebuilding' });
    await rejectDuplicates(call, to.id, row.content_hash, row.id);
    await dropStaged(tx, services.database.dialect, row);
    const place = { knowledgeId: from.id, generation: from.generation };
    const serving = tx
      .selectFrom('know_chunks')
      .where('doc_id', '=', row.id)
      .where('generation', '=', place.generation);
    const ids = (await serving.select('id').execute()).map(({ id }) => id);
    await dropVectors({ tx, dialect: services.database.dialect }, place, ids);
    const target = getTarget(to);
    await tx
      .updateTable('know_chunks')
      .set({ knowledge_id: to.id, generation: -target, status: 'pending' })
      .where('doc_id', '=', row.id)
      .where('generation', '=', place.generation)
      .execute();
    const stage = ids.length > 0 ? 'index' : 'parse';
    const next = { knowledge_id: to.id, stage, target_generation: target, generation: 0 };
    const moved = await writeRow(call, row, { ...rebuilt, ...next });
    for (const base of [from, to]) await recountBase(tx, base.id);
    return moved;
  },
};

const setFlag = (column: 'enabled' | 'archived', value: 0 | 1): Operation<'know_docs'> => ({
  undo: { fields: [column] },
  run: (call) => writeRow(call, requireRow(call), { [column]: value }),
});

/** Deletes a document with its text and chunks. Rejects a document that a worker is processing. */
const remove: Operation<'know_docs'> = {
  async run(call) {
    const { tx, services } = call;
    const row = call.row;
    const { dialect } = services.database;
    const chunks = await tx
      .selectFrom('know_chunks')
      .select(['id', 'generation'])
      .where('doc_id', '=', row.id)
      .execute();
    const generations = new Set(chunks.map(({ generation }) => Math.abs(generation)));
    for (const generation of generations) {
      const ids = chunks.filter((one) => Math.abs(one.generation) === generation).map(({ id }) => id);
      await dropVectors({ tx, dialect }, { knowledgeId: row.knowledge_id, generation }, ids);
      await removeChunks(tx, dialect, knowChunk, ids);
    }
    await purgeText(tx, knowWork, [row.id]);
    await releaseEmbedding(getScope(call), row);
    await removeRecords(tx, dialect, call.resource, [row.id]);
    await recountBase(tx, row.knowledge_id);
    return { data: null, audit: createDeletedDraft(call.resource, row) };
  },
};

/** Actions on a document of a base and its processing. */
export const workActions = {
  cancel,
  retry,
  pause,
  resume,
  rechunk,
  setRule,
  replace,
  move,
  enable: setFlag('enabled', 1),
  disable: setFlag('enabled', 0),
  archive: setFlag('archived', 1),
  restore: setFlag('archived', 0),
  delete: remove,
} as const satisfies Readonly<Record<string, Operation>>;
