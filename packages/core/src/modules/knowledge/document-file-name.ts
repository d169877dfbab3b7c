/** What a document is by its bytes, as the end of its name; those of the same kind keep the end that they have. */
const endings: Readonly<Record<string, readonly string[]>> = {
  text: ['txt', 'log', 'text'],
  markdown: ['md', 'markdown'],
  html: ['html', 'htm', 'xhtml'],
  csv: ['csv', 'tsv'],
  pdf: ['pdf'],
  docx: ['docx', 'docm', 'dotx', 'dotm'],
  xlsx: ['xlsx', 'xlsm', 'xltx', 'xltm'],
  pptx: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  zip: ['zip'],
};

/** Control and direction signs, lone halves of a pair, and what file systems keep to themselves. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** In UTF-8: file systems take 255, and whoever saves may add to it. */
const maxBytes = 200;

const bytesOf = (point: number) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

function shortened(name: string, most: number): string {
  let bytes = 0;
  let stored = '';
  for (const sign of name) {
    bytes += bytesOf(sign.codePointAt(0) ?? 0);
    if (bytes > most) break;
    stored += sign;
  }
  return stored;
}

/** What a document is called on someone's disk: its own name, made fit for any file system, with the ending of its format. */
export function createDocumentFileName(name: unknown, format: unknown): string {
  const fit = String(name ?? '')
    .replace(unfit, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  const known = endings[String(format ?? '')] ?? [];
  const given = /\.([^.]{1,10})$/u.exec(fit)?.[1]?.toLowerCase() ?? '';
  const hasEnding = known.length === 0 || known.includes(given);
  const stem = hasEnding ? fit.slice(0, given === '' ? fit.length : -given.length - 1) : fit;
  const ending = hasEnding ? (given === '' ? '' : fit.slice(-given.length - 1)) : `.${known[0] ?? ''}`;
  const short = shortened(stem, maxBytes).trim() || 'document';
  return `${reserved.test(short) ? '_' : ''}${short}${ending}`;
}

/** UTF-16 units of a text that stand in the name of its file. */
const maxOpeningLength = 40;

/** What a record's text is called on someone's disk: its number, so that no two are alike, and how it starts. */
export function recordFileName(title: unknown, text: unknown, format: 'markdown' | 'docx'): string {
  const opening = String(text ?? '')
    .slice(0, 4000)
    .split('\n')
    .map((line) => line.replace(/[#*_`>~[\]]|^\s*[-+]\s/g, '').trim())
    .find((line) => line !== '');
  const begins = opening === undefined ? '' : `-${opening.slice(0, maxOpeningLength).toWellFormed().trim()}`;
  return createDocumentFileName(`${title}${begins}`, format);
}
