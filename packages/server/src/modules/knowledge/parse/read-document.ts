import type { DocumentWarning } from '@gantry/core';
import { type DecodedText, decodeHtml, decodeText } from '../decode-text.ts';
import type { DocumentFormat } from '../document-format.ts';
import { pageBreak, toStorableText } from '../text/clean-text.ts';
import { formatTable, OpenQuoteError, parseCsvRows } from '../text/csv-rows.ts';
import { DocumentError } from './document-error.ts';

/** How much of a document is read. */
export interface ReadLimits {
  readonly maxPages: number;
  /** Bytes that packed parts unpack to, all together. */
  readonly maxBytes: number;
  /** UTF-16 units of text. */
  readonly maxText: number;
  /** Only the pages are counted, of a format that has pages. */
  readonly countOnly?: boolean;
  /** A document without any text is none that is wrong. */
  readonly mayBeBlank?: boolean;
  /** Of a PDF: headings, columns and tables are told from where its text stands, and written as Markdown. */
  readonly layout?: boolean;
  /** Of a web page: the encoding that it was sent with. */
  readonly encoding?: string | null;
}

/** What a format gives: the text of each page, and what is lost or changed of the file. */
export interface ReadPages {
  readonly pages: readonly string[];
  readonly warnings: readonly DocumentWarning[];
}

export interface ReadDocument {
  /** Pages stand apart by form feeds; a text without pages is one. */
  readonly text: string;
  readonly pages: number;
  /** The pages without text, from 1; not told of pages that were only counted. */
  readonly blank: readonly number[];
  readonly warnings: readonly DocumentWarning[];
}

type Reading = (bytes: Buffer, limits: ReadLimits) => Promise<ReadPages> | ReadPages;

/** @param toPage makes text in the format, without its byte order mark, to what is stored */
function toPages(decoded: DecodedText | null, toPage: (text: string) => string = (text) => text): ReadPages {
  if (decoded === null) throw new DocumentError('encoding');
  const text = decoded.text.replace(/^\ufeff/, '').replaceAll(pageBreak, '\n');
  return { pages: [toPage(text)], warnings: decoded.isGuessed ? ['guessedEncoding'] : [] };
}

/** The rows of a table in CSV. Throws DocumentError, which names the line of what is wrong. */
export function readRows(text: string): string[][] {
  try {
    return parseCsvRows(text);
  } catch (error) {
    throw error instanceof OpenQuoteError ? new DocumentError('openQuote', `line ${error.line}`) : error;
  }
}

const readings: Readonly<Record<DocumentFormat, Reading>> = {
  text: (bytes) => toPages(decodeText(bytes)),
  markdown: (bytes) => toPages(decodeText(bytes)),
  csv: (bytes) => toPages(decodeText(bytes), (text) => formatTable(readRows(text))),
  html: async (bytes, { encoding = null }) => {
    const { readHtml } = await import('./read-html.ts');
    return toPages(decodeHtml(bytes, encoding), readHtml);
  },
  pdf: async (bytes, limits) => (await import('./read-pdf.ts')).readPdf(bytes, limits),
  docx: async (bytes, limits) => (await import('./read-docx.ts')).readDocx(bytes, limits),
  xlsx: async (bytes, limits) => (await import('./read-xlsx.ts')).readXlsx(bytes, limits),
  pptx: async (bytes, limits) => (await import('./read-pptx.ts')).readPptx(bytes, limits),
  zip: () => {
    throw new DocumentError('format');
  },
};

/** The text of a document. Slow and hungry for what is made to be: it runs in a thread of its own. Throws DocumentError. */
export async function readDocument(bytes: Buffer, format: DocumentFormat, limits: ReadLimits): Promise<ReadDocument> {
  const read = await readings[format](bytes, limits);
  const pages = read.pages.map((page) => toStorableText(page).replaceAll(pageBreak, '\n'));
  if (limits.countOnly === true) return { text: '', pages: pages.length, blank: [], warnings: [] };
  const text = pages.join(pageBreak);
  if (text.length > limits.maxText) throw new DocumentError('tooLarge');
  const blank = pages.flatMap((page, at) => (page.trim() === '' ? [at + 1] : []));
  const isBlank = blank.length === pages.length;
  const warnings = [...read.warnings, ...(blank.length > 0 && !isBlank ? (['blankPages'] as const) : [])];
  if (isBlank && limits.mayBeBlank !== true)
    throw new DocumentError(warnings.includes('unreadableText') ? 'unreadableText' : 'noText');
  return { text, pages: pages.length, blank, warnings: [...new Set(warnings)] };
}
