import type { Reader, Tx } from '../../../platform/store/database.ts';
import type { WorkKind } from './work-kind.ts';

export interface StoredText {
  readonly raw: string;
  readonly cleaned: string | null;
  readonly pages: readonly number[];
}

const table = 'document_texts';

/** What was read from a document; null when nothing was yet. */
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

/** Keeps the text as it was read; whatever was tidied up of an earlier one goes. */
export async function keepRaw(tx: Tx, { name }: WorkKind, docId: number, raw: string): Promise<void> {
  await tx
    .insertInto(table)
    .values({ kind: name, doc_id: docId, raw, cleaned: null, pages: null })
    .onConflict((conflict) => conflict.columns(['kind', 'doc_id']).doUpdateSet({ raw, cleaned: null, pages: null }))
    .execute();
}

export async function keepCleaned(
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
