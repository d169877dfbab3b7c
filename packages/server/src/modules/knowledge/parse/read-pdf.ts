import type { DocumentWarning } from '@gantry/core';
import { getDocumentProxy } from 'unpdf';
import { DocumentError } from './document-error.ts';
import type { TextPiece } from './layout-rows.ts';
import { createLayoutText, type LayoutPage } from './pdf-layout.ts';
import { isWrittenAsSeen, measureUnreadable, repairCharacters, toReadingOrder } from './pdf-text.ts';
import type { ReadLimits, ReadPages } from './read-document.ts';

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly object[] }>;
  getViewport(how: { readonly scale: number }): { readonly width: number; readonly height: number };
  cleanup(): void;
}

/** Share of meaningless characters from which a page is unreadable, and from which it gets a warning. */
const unreadableShare = 0.2;
const oddShare = 0.02;

/** Reads the text of a PDF by page. A page with unreadable text is empty. Text in images is not read. */
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

/** Maximum pixels of an image. Larger images are skipped. */
const maxPixels = 40_000_000;

/** Opens a PDF. The caller must destroy the document. Throws DocumentError. */
export async function openPdf(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      useWorkerFetch: false,
      maxImageSize: maxPixels,
      CMapReaderFactory: GeneratedCMaps,
    });
  } catch (error) {
    throw new DocumentError(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged');
  }
}

/** Returns the text of a page in file order, right-to-left lines in reading order, and its positioned pieces. */
async function readPage(page: PdfPage): Promise<{ readonly text: string; readonly placed: LayoutPage }> {
  const { items } = await page.getTextContent();
  let text = '';
  let line: { readonly text: string; readonly x: number }[] = [];
  const endLine = () => {
    const shown = line.map((piece) => piece.text);
    text += (isWrittenAsSeen(line) ? toReadingOrder(shown) : shown).join('');
    line = [];
  };
  for (const item of items) {
    const [, , , , x = 0] = 'transform' in item && Array.isArray(item.transform) ? (item.transform as number[]) : [];
    if ('str' in item) line.push({ text: String(item.str), x });
    if (!('hasEOL' in item && item.hasEOL === true)) continue;
    endLine();
    text += '\n';
  }
  endLine();
  const { width, height } = page.getViewport({ scale: 1 });
  page.cleanup();
  return { text, placed: { width, height, pieces: items.flatMap(getPiece) } };
}

/** Returns the positioned piece of an item; empty for an item without position. Vertical text is placed at its lower end. */
function getPiece(item: object): readonly TextPiece[] {
  if (!('str' in item && 'transform' in item && 'width' in item && Array.isArray(item.transform))) return [];
  const [, , c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
  return [{ text: String(item.str), x, y, width: Number(item.width), size: Math.hypot(c, d) || 1 }];
}

/**
 * Character maps for PDFs whose East Asian fonts are not embedded. Without them such a PDF yields no text. The maps are generated
 * from encodings that the runtime supports, with Unicode in place of the glyph numbers of the font's collection. This is correct
 * for text extraction, the only use here, but not for rendering.
 */

const encodings: readonly (readonly [name: RegExp, encoding: string])[] = [
  [/^(?:GB|GBK|GBKp|GBpc|GBT|GBK2K)-/, 'gb18030'],
  [/^(?:B5|ETen|ETenms|HKscs)/, 'big5'],
  [/RKSJ/, 'shift_jis'],
  [/^KSC/, 'euc-kr'],
  [/^EUC-/, 'euc-jp'],
];

const toHex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const wrapInCMap = (body: string) => `/CIDInit /ProcSet findresource begin begincmap\n${body}\nendcmap end`;

/** Map for two-byte codes that are already Unicode. */
const unicode = wrapInCMap(
  '1 begincodespacerange <0000> <ffff> endcodespacerange\n1 begincidrange <0000> <ffff> 0 endcidrange',
);
const toUnicode = wrapInCMap(
  '1 begincodespacerange <0000> <ffff> endcodespacerange\n1 beginbfrange <0000> <ffff> <0000> endbfrange',
);

function encodeCMap(encoding: string): string {
  const decoder = new TextDecoder(encoding);
  const lines: string[] = [];
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const text = decoder.decode(Uint8Array.of(high, low));
      if (text.length === 1 && text !== '\ufffd')
        lines.push(`<${toHex(high, 2)}${toHex(low, 2)}> ${text.charCodeAt(0)}`);
    }
  }
  const spaces = '2 begincodespacerange <00> <80> <8140> <fefe> endcodespacerange';
  const ascii = '1 begincidrange <20> <7e> 32 endcidrange';
  return wrapInCMap(`${spaces}\n${ascii}\n${lines.length} begincidchar\n${lines.join('\n')}\nendcidchar`);
}

/** Provides the PDF library with maps by name. Create one instance per document. */
export class GeneratedCMaps {
  #isOurs = false;

  async fetch({ name }: { readonly name: string }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
    const text = this.#textOf(name);
    if (text === null) throw new Error(`no character map is named ${name}`);
    return { cMapData: new TextEncoder().encode(text), isCompressed: false };
  }

  #textOf(name: string): string | null {
    // Glyph numbers are Unicode only after one of the generated maps was used.
    if (/^Adobe-\w+-UCS2$/.test(name)) return this.#isOurs ? toUnicode : null;
    const isUnicode = /^Uni\w*-(?:UCS2|UTF16)-/.test(name);
    const encoding = encodings.find(([pattern]) => pattern.test(name))?.[1];
    if (!isUnicode && encoding === undefined) return null;
    this.#isOurs = true;
    return isUnicode ? unicode : encodeCMap(encoding ?? 'utf-8');
  }
}
