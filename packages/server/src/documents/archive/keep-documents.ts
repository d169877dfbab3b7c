import type { Database } from '../../store/database.ts';
import { documentFormat } from '../document-format.ts';
import { keepDocument, type StoredDocument, sha256Of } from '../store/document-store.ts';
import { storableText } from '../text/clean-text.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { UnpackedDocument } from './unpack-base.ts';

/** The content of a document as this server has it. */
export interface KeptDocument {
  readonly document: UnpackedDocument;
  readonly stored: StoredDocument | null;
  /** Of a web page, whose text is kept without a file. */
  readonly text: string | null;
}

/** Keeps the content of a document; nothing names it yet, so that it goes by itself when the import comes to nothing. */
export async function keepContent(
  database: Database,
  document: UnpackedDocument,
  by: number | null,
  at: number,
): Promise<KeptDocument> {
  const { entry, sha256, source, values } = document;
  const name = String(values.name);
  if (entry === null) return { document, stored: null, text: null };
  const bytes = await entry.read();
  if (sha256 !== null && sha256Of(bytes) !== sha256) throw new ArchiveProblem('contentChanged', name);
  if (source === 'url') return { document, stored: null, text: storableText(bytes.toString('utf8')) };
  const format = sha256 === null ? 'text' : documentFormat(bytes, name);
  if (format === null || format === 'zip') throw new ArchiveProblem('documentRefused', name);
  const stored = await database.transaction((tx) => keepDocument(tx, { name, bytes, format, by, at }));
  return { document, stored, text: null };
}
