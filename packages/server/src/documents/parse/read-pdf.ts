import { getDocumentProxy } from 'unpdf';
import { DocumentError } from './document-error.ts';
import { MadeCMaps } from './pdf-cmaps.ts';
import type { ReadLimits } from './read-document.ts';

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
  cleanup(): void;
}

/** The text of a PDF, page by page. Pictures of text are not read. */
export async function readPdf(
  bytes: Buffer,
  { maxPages, maxText, countOnly = false }: ReadLimits,
): Promise<readonly string[]> {
  const document = await openPdf(bytes);
  try {
    if (document.numPages > maxPages) throw new DocumentError('tooManyPages');
    if (countOnly) return Array.from({ length: document.numPages }, () => '');
    const pages: string[] = [];
    let length = 0;
    for (let no = 1; no <= document.numPages; no += 1) {
      const text = await readPage(await document.getPage(no));
      length += text.length;
      if (length > maxText) throw new DocumentError('tooLarge');
      pages.push(text);
    }
    return pages;
  } catch (error) {
    throw error instanceof DocumentError ? error : new DocumentError('damaged');
  } finally {
    await document.destroy();
  }
}

/** Pixels of a picture that is unpacked; a larger one is left out. */
const mostPixels = 40_000_000;

/** Whoever opens it destroys it. Throws DocumentError. */
export async function openPdf(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      useWorkerFetch: false,
      maxImageSize: mostPixels,
      CMapReaderFactory: MadeCMaps,
    });
  } catch (error) {
    throw new DocumentError(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  }
}

/** Pieces as they stand on the page; a line that ends within a sentence goes on without a gap in Chinese. */
async function readPage(page: PdfPage): Promise<string> {
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items) {
    if ('str' in item) text += String(item.str);
    if ('hasEOL' in item && item.hasEOL === true) text += '\n';
  }
  page.cleanup();
  return text;
}
