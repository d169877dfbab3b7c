import { ApiError, knowChunk } from '@gantry/core';
import { sql } from 'kysely';
import type { OperationCall } from '../../platform/engine/operation.ts';
import type { Cell, RowOf } from '../../platform/store/database.ts';
import { dropVectors } from './recall/index.ts';
import { countTokens } from './text/chunk-text.ts';
import { recountBase } from './work/base-counts.ts';
import { hashTexts, removeChunks } from './work/chunk-rows.ts';
import { computeSums } from './work/index-stage.ts';
import { reject } from './write-row.ts';

const words = {
  making: {
    zh: '分段正在生成或已被替换，请刷新后再试',
    en: 'This chunk is still being created or was replaced. Refresh and try again.',
  },
  rebuilding: {
    zh: '知识库正在重建，完成后再改，以免改动丢失',
    en: 'The knowledge base is being rebuilt and the change would be lost. Try again when the rebuild is complete.',
  },
} as const;

/** A chunk that serves, with its base, which stays as it is until the transaction ends. */
export async function requireServingChunk(
  call: OperationCall<'know_chunks'>,
): Promise<{ row: RowOf<'know_chunks'>; base: RowOf<'knowledge_bases'> }> {
  const { row } = call;
  const base = await requireServingBase(call, row.knowledge_id);
  if (row.generation !== base.generation) reject(call.caller.locale, words.making, { state: 'replaced' });
  return { row, base };
}

/** A base whose chunks may be changed. */
export async function requireServingBase(
  { tx, services, caller }: Pick<OperationCall, 'tx' | 'services' | 'caller'>,
  id: number,
): Promise<RowOf<'knowledge_bases'>> {
  await services.database.dialect.lock(tx, `base ${id}`);
  const base = await tx.selectFrom('knowledge_bases').selectAll().where('id', '=', id).executeTakeFirst();
  if (!base) throw new ApiError('notFound');
  if (base.next_generation !== null) reject(caller.locale, words.rebuilding, { state: 'rebuilding' });
  return base;
}

/** What follows from a chunk's words: it is found by the old ones until it is indexed again, within seconds. */
export function toContentCells(
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
export async function recount(
  call: Pick<OperationCall, 'tx'>,
  docId: number,
  base: RowOf<'knowledge_bases'>,
): Promise<void> {
  const sums = await computeSums(call.tx, docId, base.generation);
  await call.tx.updateTable('know_docs').set(sums).where('id', '=', docId).execute();
  await recountBase(call.tx, base.id);
}

/** Makes room for so many chunks behind a place; numbers never meet on the way. */
export async function shiftBehind(
  { tx }: Pick<OperationCall, 'tx'>,
  row: RowOf<'know_chunks'>,
  by: number,
): Promise<void> {
  const behind = () =>
    tx.updateTable('know_chunks').where('doc_id', '=', row.doc_id).where('generation', '=', row.generation);
  await behind()
    .set({ seq: sql`-(seq + ${by})` })
    .where('seq', '>', row.seq ?? 0)
    .execute();
  await behind().set({ seq: sql`-seq` }).where('seq', '<', 0).execute();
}

/** Takes a chunk out of the search and out of its document. */
export async function dropChunk(
  { tx, services }: Pick<OperationCall, 'tx' | 'services'>,
  row: RowOf<'know_chunks'>,
): Promise<void> {
  const { dialect } = services.database;
  const place = { knowledgeId: row.knowledge_id, generation: row.generation };
  await dropVectors({ tx, dialect }, place, [row.id]);
  await removeChunks(tx, dialect, knowChunk, [row.id]);
}
