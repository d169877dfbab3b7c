import { getDocumentProxy } from 'unpdf';
import { DocumentError } from './document-error.ts';
import type { TextPiece } from './layout-rows.ts';
import { createLayoutText, type LayoutPage } from './layout-text.ts';
import { MadeCMaps } from './pdf-cmaps.ts';
import type { ReadLimits } from './read-document.ts';

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
  getViewport(how: { readonly scale: number }): { readonly width: number };
  cleanup(): void;
}

/** The text of a PDF, page by page. Pictures of text are not read. */
export async function readPdf(
  bytes: Buffer,
  { maxPages, maxText, countOnly = false, layout = false }: ReadLimits,
): Promise<readonly string[]> {
  const document = await openPdf(bytes);
  try {
    if (document.numPages > maxPages) throw new DocumentError('tooManyPages');
    if (countOnly) return Array.from({ length: document.numPages }, () => '');
    const pages: string[] = [];
    const laidOut: LayoutPage[] = [];
    let length = 0;
    for (let no = 1; no <= document.numPages; no += 1) {
      const { text, placed } = await readPage(await document.getPage(no), layout);
      length += text.length;
      if (length > maxText) throw new DocumentError('tooLarge');
      if (placed) laidOut.push(placed);
      else pages.push(text);
    }
    return layout ? createLayoutText(laidOut) : pages;
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('damaged');
  } finally {
    await document.destroy();
  }
}

/** Pixels of a picture that is unpacked; a larger one is left out. */
const maxPixels = 40_000_000;

/** Whoever opens it destroys it. Throws DocumentError. */
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

/** Pieces as they stand on the page; a line that ends within a sentence goes on without a gap in Chinese. */
async function readPage(
  page: PdfPage,
  layout: boolean,
): Promise<{ readonly text: string; readonly placed: LayoutPage | null }> {
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items) {
    if ('str' in item) text += String(item.str);
    if ('hasEOL' in item && item.hasEOL === true) text += '\n';
  }
  const { width } = page.getViewport({ scale: 1 });
  page.cleanup();
  return { text, placed: layout ? { width, pieces: items.flatMap(pieceOf) } : null };
}

/** A piece with its place; none of what has no place. Text that runs upwards is read as what stands at its foot. */
function pieceOf(item: object): readonly TextPiece[] {
  if (!('str' in item && 'transform' in item && 'width' in item && Array.isArray(item.transform))) return [];
  const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
  return [{ text: String(item.str), x, y, width: Number(item.width), size: Math.hypot(c, d) || 1 }];
}
