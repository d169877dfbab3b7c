import type { DocumentWarning } from '@gantry/core';
import { getDocumentProxy } from 'unpdf';
import { DocumentError } from './document-error.ts';
import type { TextPiece } from './layout-rows.ts';
import { createLayoutText, type LayoutPage } from './pdf-layout.ts';
import { MadeCMaps } from './pdf-maps.ts';
import { measureUnreadable, repairCharacters } from './pdf-text.ts';
import type { ReadLimits, ReadPages } from './read-document.ts';

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
  getViewport(how: { readonly scale: number }): { readonly width: number; readonly height: number };
  cleanup(): void;
}

/** A page is not read when so much of its text has no meaning, and it is when less is. */
const unreadableShare = 0.2;
const oddShare = 0.02;

/** The text of a PDF, page by page; none of a page whose text cannot be read. Images of text are not read. */
export async function readPdf(
  bytes: Buffer,
  { maxPages, maxText, countOnly = false, layout = false }: ReadLimits,
): Promise<ReadPages> {
  const document = await openPdf(bytes);
  try {
    if (document.numPages > maxPages) throw new DocumentError('tooManyPages');
    if (countOnly) return { pages: Array.from({ length: document.numPages }, () => ''), warnings: [] };
    const warnings = new Set<DocumentWarning>();
    const pages: string[] = [];
    const laidOut: LayoutPage[] = [];
    let length = 0;
    for (let no = 1; no <= document.numPages; no += 1) {
      const { text, placed } = await readPage(await document.getPage(no));
      length += text.length;
      if (length > maxText) throw new DocumentError('tooLarge');
      const unreadable = measureUnreadable(text);
      if (unreadable > oddShare) warnings.add('unreadableText');
      const isReadable = unreadable <= unreadableShare;
      pages.push(isReadable ? repairCharacters(text) : '');
      laidOut.push(isReadable ? placed : { ...placed, pieces: [] });
    }
    if (!layout) return { pages, warnings: [...warnings] };
    const found = createLayoutText(laidOut);
    if (found.isShortened) warnings.add('repeatedLines');
    return { pages: found.pages, warnings: [...warnings] };
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('damaged');
  } finally {
    await document.destroy();
  }
}

/** Pixels of an image that is unpacked; a larger one is left out. */
const maxPixels = 40_000_000;

/** The caller destroys the document. Throws DocumentError. */
export async function openPdf(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      useWorkerFetch: false,
      maxImageSize: maxPixels,
      CMapReaderFactory: MadeCMaps,
    });
  } catch (error) {
    throw new DocumentError(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  }
}

/** The text of a page as its pieces follow each other, and where they stand. */
async function readPage(page: PdfPage): Promise<{ readonly text: string; readonly placed: LayoutPage }> {
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items) {
    if ('str' in item) text += String(item.str);
    if ('hasEOL' in item && item.hasEOL === true) text += '\n';
  }
  const { width, height } = page.getViewport({ scale: 1 });
  page.cleanup();
  return { text, placed: { width, height, pieces: items.flatMap(pieceOf) } };
}

/** A piece with its place; none of what has no place. Text that runs upwards is read as what stands at its foot. */
function pieceOf(item: object): readonly TextPiece[] {
  if (!('str' in item && 'transform' in item && 'width' in item && Array.isArray(item.transform))) return [];
  const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
  return [{ text: String(item.str), x, y, width: Number(item.width), size: Math.hypot(c, d) || 1 }];
}
