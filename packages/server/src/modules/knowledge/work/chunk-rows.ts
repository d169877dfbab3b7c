import { createHash } from 'node:crypto';
import { type AnyResource, toTableName, type Values } from '@gantry/core';
import { type Dialect, type RowOf, type Tx, withNamedTables } from '../../../platform/store/database.ts';
import { createRowMaker, insertRecords, removeRecords, type Stamp } from '../../../platform/store/records.ts';

const atOnce = 500;

export function hashTexts(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

/** Inserts chunks with their keyword index entries. Returns their IDs in order. */
export async function insertChunks(
  tx: Tx,
  dialect: Dialect,
  resource: AnyResource,
  chunks: readonly Values[],
  stamp: Stamp,
): Promise<number[]> {
  const make = createRowMaker(resource, stamp);
  const ids: number[] = [];
  for (let from = 0; from < chunks.length; from += atOnce) {
    ids.push(...(await insertRecords(tx, dialect, resource, chunks.slice(from, from + atOnce).map(make))));
  }
  return ids;
}

/** Deletes chunks, in several statements if there are many. */
export async function removeChunks(
  tx: Tx,
  dialect: Dialect,
  resource: AnyResource,
  ids: readonly number[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce) {
    await removeRecords(tx, dialect, resource, ids.slice(from, from + atOnce));
  }
}

/** Returns the IDs of staged chunks, which have a negative index version. */
export async function listStagedIds(tx: Tx, resource: AnyResource, docId: number): Promise<number[]> {
  const rows = await withNamedTables(tx)
    .selectFrom(toTableName(resource.name))
    .select('id')
    .where('doc_id', '=', docId)
    .where('generation', '<', 0)
    .execute();
  return rows.map(({ id }) => Number(id));
}

const listIn = (stored: unknown): string[] =>
  typeof stored === 'string' && stored !== '' ? (JSON.parse(stored) as string[]) : [];

/** Returns all texts that a chunk is found by. */
export function getTexts({ title, content, answer, questions, keywords }: RowOf<'know_chunks'>): string[] {
  const own = [title, content, answer].filter((text) => typeof text === 'string' && text !== '').map(String);
  return [...own, ...listIn(questions), ...listIn(keywords)];
}

/** Recalculates the counts of a base from its documents. */
export async function recountBase(tx: Tx, knowledgeId: number): Promise<void> {
  const sums = await tx
    .selectFrom('know_docs')
    .select(({ fn }) => [
      fn.countAll().as('docs'),
      fn.sum('chunk_count').as('chunks'),
      fn.sum('token_count').as('tokens'),
    ])
    .where('knowledge_id', '=', knowledgeId)
    .executeTakeFirst();
  await tx
    .updateTable('knowledge_bases')
    .set({
      doc_count: Number(sums?.docs ?? 0),
      chunk_count: Number(sums?.chunks ?? 0),
      token_count: Number(sums?.tokens ?? 0),
    })
    .where('id', '=', knowledgeId)
    .execute();
}
