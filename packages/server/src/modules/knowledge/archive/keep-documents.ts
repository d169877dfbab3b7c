import type { Tx } from '../../../platform/store/database.ts';
import { detectDocumentFormat } from '../document-format.ts';
import { hashBytes, keepDocument, type StoredDocument } from '../store/document-store.ts';
import { toStorableText } from '../text/clean-text.ts';
import { ArchiveProblem } from './archive-problem.ts';
import { archiveProblem, type UnpackedDocument } from './unpack-base.ts';

/** The content of a document as it is unpacked. */
export interface UnpackedContent {
  readonly bytes: Buffer;
  /** Null for a web page, whose text is kept without a file. */
  readonly format: StoredDocument['format'] | null;
}

/** The content of a document as this server has it. */
export interface StoredContent {
  readonly stored: StoredDocument | null;
  /** Of a web page. */
  readonly text: string | null;
}

/** Unpacks the content of a document, and looks whether it is what the list says; null when it has none. */
export async function unpackContent(document: UnpackedDocument): Promise<UnpackedContent | null> {
  const { entry, sha256, source, values } = document;
  const name = String(values.name);
  if (entry === null) return null;
  const bytes = await entry.read().catch((error: unknown) => {
    throw archiveProblem(error);
  });
  if (sha256 !== null && hashBytes(bytes) !== sha256) throw new ArchiveProblem('contentChanged', name);
  if (source === 'url') return { bytes, format: null };
  const format = sha256 === null ? 'text' : detectDocumentFormat(bytes, name);
  if (format === null || format === 'zip') throw new ArchiveProblem('documentRejected', name);
  return { bytes, format };
}

/** Keeps the content of a document. */
export async function keepContent(
  tx: Tx,
  { values }: UnpackedDocument,
  content: UnpackedContent | null,
  { by, at }: { readonly by: number | null; readonly at: number },
): Promise<StoredContent> {
  if (content === null) return { stored: null, text: null };
  const { bytes, format } = content;
  if (format === null) return { stored: null, text: toStorableText(bytes.toString('utf8')) };
  return { stored: await keepDocument(tx, { name: String(values.name), bytes, format, by, at }), text: null };
}
