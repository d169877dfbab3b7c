import { createHash, randomBytes } from 'node:crypto';
import { course, documentPartBytes, getArea, knowDoc, knowledgeExport, pdfDoc, regionalAgent } from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import { type Reader, type RowOf, type Tx, withNamedTables } from '../../../platform/store/database.ts';
import type { DocumentFormat } from '../document-format.ts';

/** A file stored under a random name. Equal content is stored once. */
export interface StoredDocument {
  readonly id: number;
  readonly file: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly format: DocumentFormat;
}

const documents = 'documents';
const parts = 'document_parts';

function asStored(row: RowOf<'documents'>): StoredDocument | null {
  if (row.sha256 === null) return null;
  return {
    id: row.id,
    file: row.name,
    name: row.original_name,
    size: row.size,
    sha256: row.sha256,
    format: (row.format ?? '') as DocumentFormat,
  };
}

export function findDocumentRow(read: Reader, file: string): Promise<RowOf<'documents'> | undefined> {
  return read.selectFrom(documents).selectAll().where('name', '=', file).executeTakeFirst();
}

/** Returns a complete document by its file name; null when there is none. */
export async function findDocument(read: Reader, file: string): Promise<StoredDocument | null> {
  const row = await findDocumentRow(read, file);
  return row ? asStored(row) : null;
}

/** Returns a complete document that can be used as a document; null for an archive, which can only be downloaded and imported. */
export async function findUpload(read: Reader, file: string): Promise<StoredDocument | null> {
  const stored = await findDocument(read, file);
  return stored?.format === 'zip' ? null : stored;
}

/** Returns the stored bytes of a document. */
export async function readParts(read: Reader, id: number): Promise<Buffer> {
  const rows = await read.selectFrom(parts).select('content').where('document_id', '=', id).orderBy('seq').execute();
  return Buffer.concat(rows.map(({ content }) => (Buffer.isBuffer(content) ? content : Buffer.alloc(0))));
}

/** Returns one part, counted from 0; null after the last. */
export async function readPart(read: Reader, id: number, seq: number): Promise<Buffer | null> {
  const query = read.selectFrom(parts).select('content').where('document_id', '=', id).where('seq', '=', seq);
  const part = await query.executeTakeFirst();
  return part && Buffer.isBuffer(part.content) ? part.content : null;
}

/** Yields the parts of a document, a few megabytes each. */
export async function* streamParts(read: Reader, id: number): AsyncGenerator<Buffer> {
  for (let seq = 0; ; seq += 1) {
    const part = await readPart(read, id, seq);
    if (!part) return;
    yield part;
  }
}

/** Computes the SHA-256 of the stored parts followed by `more`, without reading all bytes into memory. */
export async function hashParts(read: Reader, id: number, more: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of streamParts(read, id)) hash.update(part);
  return hash.update(more).digest('hex');
}

export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Creates an incomplete document, to which parts are added. */
export async function startDocument(tx: Tx, name: string, by: number | null, at: number): Promise<RowOf<'documents'>> {
  const row = { name: randomBytes(16).toString('hex'), original_name: name, size: 0, created_at: at, created_by: by };
  return tx
    .insertInto(documents)
    .values({ ...row, format: null, sha256: null, user_id: null, kept_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function addPart(
  tx: Tx,
  row: Pick<RowOf<'documents'>, 'id' | 'size'>,
  seq: number,
  content: Buffer,
): Promise<void> {
  await tx.insertInto(parts).values({ document_id: row.id, seq, size: content.length, content }).execute();
  await tx
    .updateTable(documents)
    .set({ size: row.size + content.length })
    .where('id', '=', row.id)
    .execute();
}

/** Completes a document. When a document with the same content exists, it is returned instead. */
export async function finishDocument(
  tx: Tx,
  row: RowOf<'documents'>,
  { sha256, format, size, at }: { sha256: string; format: DocumentFormat; size: number; at: number },
): Promise<StoredDocument> {
  const known = await tx.selectFrom(documents).selectAll().where('sha256', '=', sha256).executeTakeFirst();
  if (known) {
    await removeDocuments(tx, [row.id]);
    const same = asStored(known);
    if (same) return { ...same, name: row.original_name };
  }
  const values = { sha256, format, size, kept_at: at };
  await tx.updateTable(documents).set(values).where('id', '=', row.id).execute();
  return { id: row.id, file: row.name, name: row.original_name, size, sha256, format };
}

/** Stores a document whose content is fully in memory. */
export async function storeDocument(
  tx: Tx,
  {
    name,
    bytes,
    format,
    by,
    at,
  }: { name: string; bytes: Buffer; format: DocumentFormat; by: number | null; at: number },
): Promise<StoredDocument> {
  const row = await startDocument(tx, name, by, at);
  for (let from = 0, seq = 0; from < bytes.length || seq === 0; from += documentPartBytes, seq += 1) {
    const content = bytes.subarray(from, from + documentPartBytes);
    await tx.insertInto(parts).values({ document_id: row.id, seq, size: content.length, content }).execute();
  }
  return finishDocument(tx, row, { sha256: hashBytes(bytes), format, size: bytes.length, at });
}

export async function removeDocuments(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom(parts)
    .where('document_id', 'in', [...ids])
    .execute();
  await tx
    .deleteFrom(documents)
    .where('id', 'in', [...ids])
    .execute();
}

const day = 24 * 3600 * 1000;

/** Tables whose rows refer to a document in the column `file`. */
const documentUsers = ['know_docs', 'pdf_docs', 'regional_agents', 'knowledge_exports'] as const;

/** SQL condition: the material of a course contains the document, stored as `document:<file>/<name>`. */
const isMaterialOf = (courses: string, file: RawBuilder<unknown>) =>
  sql<boolean>`${sql.ref(`${courses}.attachments`)} like ('%"document:' || ${file} || '/%')`;

/** Deletes a document that no record refers to. */
export async function removeUnused(tx: Tx, file: unknown): Promise<void> {
  if (typeof file !== 'string' || (await listAreasUsing(tx, file)).length > 0) return;
  const stored = await findDocumentRow(tx, file);
  if (stored) await removeDocuments(tx, [stored.id]);
}

const areaOfUser: Readonly<Record<(typeof documentUsers)[number], string>> = {
  know_docs: getArea(knowDoc.path),
  pdf_docs: getArea(pdfDoc.path),
  regional_agents: getArea(regionalAgent.path),
  knowledge_exports: getArea(knowledgeExport.path),
};

/** Returns the menu areas whose records refer to a document. */
export async function listAreasUsing(read: Reader, file: string): Promise<string[]> {
  const areas = new Set<string>();
  for (const table of documentUsers) {
    const user = await withNamedTables(read)
      .selectFrom(table)
      .select('id')
      .where('file', '=', file)
      .limit(1)
      .executeTakeFirst();
    if (user) areas.add(areaOfUser[table]);
  }
  const material = isMaterialOf('courses', sql`${file}`);
  if (await read.selectFrom('courses').select('id').where(material).limit(1).executeTakeFirst())
    areas.add(getArea(course.path));
  return [...areas];
}

/** Deletes a batch of documents that no record refers to one day after the upload. */
export async function pruneUnattachedDocuments(tx: Tx, now: number): Promise<number> {
  const loose = await tx
    .selectFrom(documents)
    .select('id')
    .where('created_at', '<', now - day)
    .where(({ not, or, exists, selectFrom }) =>
      not(
        or([
          ...documentUsers.map((table) =>
            exists(
              sql`(select 1 from ${sql.table(table)} as "user" where "user"."file" = ${sql.ref('documents.name')})`,
            ),
          ),
          exists(
            selectFrom('courses as user')
              .select('user.id')
              .where(isMaterialOf('user', sql.ref('documents.name'))),
          ),
        ]),
      ),
    )
    .orderBy('created_at')
    .limit(50)
    .execute();
  await removeDocuments(
    tx,
    loose.map(({ id }) => id),
  );
  return loose.length;
}
