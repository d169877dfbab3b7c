import type { DocumentWarning } from '@gantry/core';
import { type DecodedText, decodeHtml, decodeText } from '../decode-text.ts';
import type { DocumentFormat } from '../document-format.ts';
import { pageBreak, toStorableText } from '../text/clean-text.ts';
import { formatTable, OpenQuoteError, parseCsvRows } from '../text/csv-rows.ts';
import { DocumentError } from './document-error.ts';

/** Limits and options for reading a document. */
export interface ReadLimits {
  readonly maxPages: number;
  /** Maximum total unpacked bytes of compressed parts. */
  readonly maxBytes: number;
  /** Maximum text length in UTF-16 units. */
  readonly maxText: number;
  /** Only counts the pages, for formats with pages. */
  readonly countOnly?: boolean;
  /** Accepts a document without any text. */
  readonly mayBeBlank?: boolean;
  /** For a PDF: detects headings, columns and tables by the text positions and returns Markdown. */
  readonly layout?: boolean;
  /** For a web page: the encoding of the response header. */
  readonly encoding?: string | null;
}

/** Result of a format reader: the text of each page, and warnings about lost or changed content. */
export interface ReadPages {
  readonly pages: readonly string[];
  readonly warnings: readonly DocumentWarning[];
}

export interface ReadDocument {
  /** Full text with form feeds between pages. A format without pages has one page. */
  readonly text: string;
  readonly pages: number;
  /** Numbers of the pages without text, from 1. Empty when pages were only counted. */
  readonly blank: readonly number[];
  readonly warnings: readonly DocumentWarning[];
}

type Reading = (bytes: Buffer, limits: ReadLimits) => Promise<ReadPages> | ReadPages;

/** @param toPage converts the decoded text, without byte order mark, to the stored text */
function toPages(decoded: DecodedText | null, toPage: (text: string) => string = (text) => text): ReadPages {
  if (decoded === null) throw new DocumentError('encoding');
  const text = decoded.text.replace(/^\ufeff/, '').replaceAll(pageBreak, '\n');
  return { pages: [toPage(text)], warnings: decoded.isGuessed ? ['guessedEncoding'] : [] };
}

/** Parses the rows of a CSV table. Throws DocumentError with the line of the problem. */
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

/** Reads the text of a document. Malicious files may need much time and memory, so run it in a thread. Throws DocumentError. */
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
