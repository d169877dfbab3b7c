import { type DocumentFormat, decodeText } from '../document-format.ts';
import { pageBreak, toStorableText } from '../text/clean-text.ts';
import { formatTable, parseCsvRows } from '../text/csv-rows.ts';
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
}

export interface ReadDocument {
  /** Pages stand apart by form feeds; a text without pages is one. */
  readonly text: string;
  readonly pages: number;
  /** The pages without text, from 1; not told of pages that were only counted. */
  readonly blank: readonly number[];
}

type Reading = (bytes: Buffer, limits: ReadLimits) => Promise<readonly string[]> | readonly string[];

function decoded(bytes: Buffer): string {
  const text = decodeText(bytes);
  if (text === null) throw new DocumentError('format');
  return text.replaceAll(pageBreak, '\n');
}

const readings: Readonly<Record<DocumentFormat, Reading>> = {
  text: (bytes) => [decoded(bytes)],
  markdown: (bytes) => [decoded(bytes)],
  csv: (bytes) => [formatTable(parseCsvRows(decoded(bytes).replace(/^\ufeff/, '')))],
  html: async (bytes) => (await import('./read-html.ts')).readHtml(decoded(bytes)),
  pdf: async (bytes, limits) => (await import('./read-pdf.ts')).readPdf(bytes, limits),
  docx: async (bytes, limits) => (await import('./read-docx.ts')).readDocx(bytes, limits),
  zip: () => {
    throw new DocumentError('format');
  },
};

/** The text of a document. Slow and hungry for what is made to be: it runs in a thread of its own. Throws DocumentError. */
export async function readDocument(bytes: Buffer, format: DocumentFormat, limits: ReadLimits): Promise<ReadDocument> {
  const pages = (await readings[format](bytes, limits)).map((page) => toStorableText(page).replaceAll(pageBreak, '\n'));
  if (limits.countOnly === true) return { text: '', pages: pages.length, blank: [] };
  const text = pages.join(pageBreak);
  if (text.length > limits.maxText) throw new DocumentError('tooLarge');
  const blank = pages.flatMap((page, at) => (page.trim() === '' ? [at + 1] : []));
  if (blank.length === pages.length && limits.mayBeBlank !== true) throw new DocumentError('noText');
  return { text, pages: pages.length, blank };
}
