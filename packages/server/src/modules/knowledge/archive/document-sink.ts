import { createHash } from 'node:crypto';
import { documentPartBytes } from '@gantry/core';
import type { Database, Row } from '../../../platform/store/database.ts';
import type { DocumentFormat } from '../document-format.ts';
import { addPart, removeDocuments, type StoredDocument, startDocument } from '../store/document-store.ts';

/** A document that is written while its bytes come. */
export interface DocumentSink {
  /** What it is called from the beginning. */
  readonly file: string;
  take(bytes: Uint8Array): Promise<void>;
  /** Writes what is left; nobody finds it before. */
  end(format: DocumentFormat, at: number): Promise<StoredDocument>;
  drop(): Promise<void>;
}

/** Begins a document whose bytes come a piece at a time: each part goes into the database as soon as it is whole. */
export async function openSink(database: Database, name: string, by: number | null, at: number): Promise<DocumentSink> {
  const row: Row = await database.transaction((tx) => startDocument(tx, name, by, at));
  const hash = createHash('sha256');
  let waiting: Uint8Array[] = [];
  let [held, size, seq] = [0, 0, 0];

  const write = async () => {
    const content = Buffer.concat(waiting);
    waiting = [];
    held = 0;
    await database.transaction((tx) => addPart(tx, { ...row, size }, seq, content));
    size += content.length;
    seq += 1;
  };
  return {
    file: String(row.name),
    async take(bytes) {
      hash.update(bytes);
      for (let from = 0; from < bytes.length; ) {
        const piece = bytes.subarray(from, from + documentPartBytes - held);
        waiting.push(piece);
        held += piece.length;
        from += piece.length;
        if (held === documentPartBytes) await write();
      }
    },
    async end(format, endedAt) {
      if (held > 0 || seq === 0) await write();
      const sha256 = hash.digest('hex');
      const values = { sha256, format, size, kept_at: endedAt };
      await database.transaction((tx) => tx.updateTable('documents').set(values).where('id', '=', row.id).execute());
      return { id: Number(row.id), file: String(row.name), name, size, sha256, format };
    },
    drop: () => database.transaction((tx) => removeDocuments(tx, [Number(row.id)])),
  };
}
