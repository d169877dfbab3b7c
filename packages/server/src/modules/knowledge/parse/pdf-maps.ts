/**
 * Character maps of PDFs whose East Asian fonts are not embedded: without them such a PDF gives no text. Their codes are those of
 * an encoding that the platform knows, so the maps are made of that, with Unicode standing in for the glyph numbers of the font's
 * collection. That is right for reading text, which is all that is done here, and wrong for drawing it.
 */

const encodings: readonly (readonly [name: RegExp, encoding: string])[] = [
  [/^(?:GB|GBK|GBKp|GBpc|GBT|GBK2K)-/, 'gb18030'],
  [/^(?:B5|ETen|ETenms|HKscs)/, 'big5'],
  [/RKSJ/, 'shift_jis'],
  [/^KSC/, 'euc-kr'],
  [/^EUC-/, 'euc-jp'],
];

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const frame = (body: string) => `/CIDInit /ProcSet findresource begin begincmap\n${body}\nendcmap end`;

/** Two bytes that are Unicode already. */
const unicode = frame(
  '1 begincodespacerange <0000> <ffff> endcodespacerange\n1 begincidrange <0000> <ffff> 0 endcidrange',
);
const toUnicode = frame(
  '1 begincodespacerange <0000> <ffff> endcodespacerange\n1 beginbfrange <0000> <ffff> <0000> endbfrange',
);

function encoded(encoding: string): string {
  const decoder = new TextDecoder(encoding);
  const lines: string[] = [];
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const text = decoder.decode(Uint8Array.of(high, low));
      if (text.length === 1 && text !== '\ufffd') lines.push(`<${hex(high, 2)}${hex(low, 2)}> ${text.charCodeAt(0)}`);
    }
  }
  const spaces = '2 begincodespacerange <00> <80> <8140> <fefe> endcodespacerange';
  const ascii = '1 begincidrange <20> <7e> 32 endcidrange';
  return frame(`${spaces}\n${ascii}\n${lines.length} begincidchar\n${lines.join('\n')}\nendcidchar`);
}

/** Hands the reader of a PDF the maps that it asks for by name; one for each document. */
export class MadeCMaps {
  #isOurs = false;

  async fetch({ name }: { readonly name: string }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
    const text = this.#textOf(name);
    if (text === null) throw new Error(`no character map is named ${name}`);
    return { cMapData: new TextEncoder().encode(text), isCompressed: false };
  }

  #textOf(name: string): string | null {
    // Glyph numbers mean Unicode only in fonts whose codes went through a map of ours.
    if (/^Adobe-\w+-UCS2$/.test(name)) return this.#isOurs ? toUnicode : null;
    const isUnicode = /^Uni\w*-(?:UCS2|UTF16)-/.test(name);
    const encoding = encodings.find(([pattern]) => pattern.test(name))?.[1];
    if (!isUnicode && encoding === undefined) return null;
    this.#isOurs = true;
    return isUnicode ? unicode : encoded(encoding ?? 'utf-8');
  }
}
