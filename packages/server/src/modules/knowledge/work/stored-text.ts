import type { AnyResource, Values } from '@gantry/core';
import type { Reader, Tx } from '../../../platform/store/database.ts';
import { insertChunks, listStagedIds, removeChunks } from './chunk-rows.ts';
import type { WorkKind } from './work.ts';
import { commitWork, type Work, type WorkDeps } from './work.ts';

interface StoredText {
  readonly raw: string;
  readonly cleaned: string | null;
  readonly pages: readonly number[];
}

const table = 'document_texts';

/** Returns the stored text of a document; null when it has not been parsed. */
export async function readText(read: Reader, { name }: WorkKind, docId: number): Promise<StoredText | null> {
  const row = await read
    .selectFrom(table)
    .selectAll()
    .where('kind', '=', name)
    .where('doc_id', '=', docId)
    .executeTakeFirst();
  if (!row) return null;
  const pages = typeof row.pages === 'string' ? (JSON.parse(row.pages) as number[]) : [];
  return { raw: row.raw, cleaned: row.cleaned, pages };
}

/** Stores the raw text and deletes the cleaned text of an earlier version. */
export async function storeRaw(tx: Tx, { name }: WorkKind, docId: number, raw: string): Promise<void> {
  await tx
    .insertInto(table)
    .values({ kind: name, doc_id: docId, raw, cleaned: null, pages: null })
    .onConflict((conflict) => conflict.columns(['kind', 'doc_id']).doUpdateSet({ raw, cleaned: null, pages: null }))
    .execute();
}

export async function storeCleaned(
  tx: Tx,
  { name }: WorkKind,
  docId: number,
  { text, pages }: { readonly text: string; readonly pages: readonly number[] },
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ cleaned: text, pages: JSON.stringify(pages) })
    .where('kind', '=', name)
    .where('doc_id', '=', docId)
    .execute();
}

export async function purgeText(tx: Tx, { name }: WorkKind, docIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('kind', '=', name)
    .where('doc_id', 'in', [...docIds])
    .execute();
}

/** Chunks per transaction, so that a large document does not block other writers. */
const batchSize = 100;

/** Stages the chunks for indexing and replaces those of an earlier attempt. They become active together. */
export async function stageChunks(
  deps: WorkDeps,
  work: Work,
  resource: AnyResource,
  chunks: readonly Values[],
): Promise<void> {
  const { dialect } = deps.database;
  const stamp = { by: null, at: deps.clock() };
  await commitWork(deps, work, {}, async (tx) => {
    await removeChunks(tx, dialect, resource, await listStagedIds(tx, resource, Number(work.row.id)));
    return {};
  });
  for (let from = 0; from < chunks.length; from += batchSize) {
    work.signal.throwIfAborted();
    await commitWork(deps, work, {}, async (tx) => {
      await insertChunks(tx, dialect, resource, chunks.slice(from, from + batchSize), stamp);
      return {};
    });
  }
}
