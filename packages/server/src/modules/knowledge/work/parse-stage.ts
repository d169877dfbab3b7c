import type { DocumentWarning } from '@gantry/core';
import { OutboundError } from '../../../platform/outbound/index.ts';
import {
  type DocumentFormat,
  detectDocumentFormat,
  explainUnreadable,
  type UnreadableKind,
} from '../document-format.ts';
import { DocumentError } from '../parse/document-error.ts';
import type { ReadDocument } from '../parse/read-document.ts';
import { findDocument, readParts } from '../store/document-store.ts';
import type { Work, WorkDeps } from './work.ts';

/** Maximum text of a document in UTF-16 units, and maximum unpacked bytes of compressed parts. */
export const maxTextLength = 16_000_000;
const maxUnpacked = 200 * 1024 * 1024;
const megabyte = 1024 * 1024;

interface Fetched {
  readonly bytes: Buffer;
  readonly format: DocumentFormat;
  /** Encoding of the response header of a web page. */
  readonly encoding: string | null;
}

const toFailure = (kind: UnreadableKind) => (kind === 'encrypted' || kind === 'encoding' ? kind : 'format');

/** Serializes the warnings of a document; null when there are none. */
export const toWarningCell = (warnings: readonly DocumentWarning[]) =>
  warnings.length === 0 ? null : JSON.stringify(warnings);

/** Parses the stored warnings of a document. */
export const fromWarningCell = (cell: unknown) =>
  (typeof cell === 'string' ? JSON.parse(cell) : []) as readonly DocumentWarning[];

const blockedReasons: readonly string[] = ['url', 'scheme', 'host', 'address', 'redirect'];

/** Fetches a URL through the client for all outbound requests. */
async function fetchPage({ outbound }: WorkDeps, url: string, maxBytes: number): Promise<Fetched> {
  const headers = { accept: 'text/html,application/pdf,text/plain;q=0.9,*/*;q=0.5' };
  const answer = await outbound
    .send({ target: 'document', url, headers, timeoutMs: 30_000, maxBytes, redirects: 3 })
    .catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      if (error.reason === 'tooLarge') throw new DocumentError('tooLarge');
      throw new DocumentError(blockedReasons.includes(error.reason) ? 'rejected' : 'unreachable');
    });
  if (answer.status < 200 || answer.status >= 300) throw new DocumentError('status');
  const format = detectDocumentFormat(answer.body, new URL(answer.url).pathname);
  if (format === null) throw new DocumentError(toFailure(explainUnreadable(answer.body, new URL(answer.url).pathname)));
  const [, encoding = null] = /;\s*charset\s*=\s*["']?([\w:-]+)/i.exec(answer.headers['content-type'] ?? '') ?? [];
  return { bytes: answer.body, format, encoding };
}

async function fetchFile({ database }: WorkDeps, file: string): Promise<Fetched> {
  const document = await findDocument(database.read, file);
  if (!document) throw new DocumentError('fileGone');
  return { bytes: await readParts(database.read, document.id), format: document.format, encoding: null };
}

export interface ParseLimits {
  readonly maxPages: number;
  readonly fileMegabytes: number;
  readonly stageMinutes: number;
  /** Accepts a document without any text. */
  readonly mayBeBlank?: boolean;
  /** For a PDF: detects the layout by the text positions. */
  readonly layout?: boolean;
}

export interface Parsed extends ReadDocument {
  readonly format: DocumentFormat;
  readonly size: number;
  readonly bytes: Buffer;
}

/** Reads the text of a document from its file or URL, in a worker thread. */
export async function parseDocument(deps: WorkDeps, work: Work, limits: ParseLimits): Promise<Parsed> {
  const { url, file } = work.row;
  const maxBytes = limits.fileMegabytes * megabyte;
  const source = url ? fetchPage(deps, String(url), maxBytes) : fetchFile(deps, String(file ?? ''));
  const { bytes, format, encoding } = await source;
  const { maxPages, mayBeBlank = false, layout = false } = limits;
  const read = { maxPages, maxBytes: maxUnpacked, maxText: maxTextLength, mayBeBlank, layout, encoding };
  const bounds = { timeoutMs: limits.stageMinutes * 60_000, signal: work.signal };
  return { ...(await deps.parser.parse({ bytes, format, limits: read }, bounds)), format, size: bytes.length, bytes };
}
