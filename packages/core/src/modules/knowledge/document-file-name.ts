/** Extensions by detected format. Files of the same format keep their extension. */
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

/** Control and direction characters, unpaired surrogates, and characters that file systems reserve. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** In UTF-8. File systems allow 255 bytes, and the program that saves the file may add to the name. */
const maxBytes = 200;

const getBytes = (point: number) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

function shorten(name: string, most: number): string {
  let bytes = 0;
  let stored = '';
  for (const sign of name) {
    bytes += getBytes(sign.codePointAt(0) ?? 0);
    if (bytes > most) break;
    stored += sign;
  }
  return stored;
}

/** Returns a file name for a document that every file system accepts: its own name with the extension of its format. */
export function createDocumentFileName(name: unknown, format: unknown): string {
  const fit = String(name ?? '')
    .replace(unfit, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  const known = endings[String(format ?? '')] ?? [];
  const given = /\.([^.]{1,10})$/u.exec(fit)?.[1]?.toLowerCase() ?? '';
  const hasEnding = known.length === 0 || known.includes(given);
  const stem = hasEnding ? fit.slice(0, given === '' ? fit.length : -given.length - 1) : fit;
  const ending = hasEnding ? (given === '' ? '' : fit.slice(-given.length - 1)) : `.${known[0] ?? ''}`;
  const short = shorten(stem, maxBytes).trim() || 'document';
  return `${reserved.test(short) ? '_' : ''}${short}${ending}`;
}

/** Maximum UTF-16 code units of a text in its file name. */
const maxOpeningLength = 40;

/** Returns a file name for the text of a record: its unique ID and the start of the text. */
export function recordFileName(title: unknown, text: unknown, format: 'markdown' | 'docx'): string {
  const opening = String(text ?? '')
    .slice(0, 4000)
    .split('\n')
    .map((line) => line.replace(/[#*_`>~[\]]|^\s*[-+]\s/g, '').trim())
    .find((line) => line !== '');
  const begins = opening === undefined ? '' : `-${opening.slice(0, maxOpeningLength).toWellFormed().trim()}`;
  return createDocumentFileName(`${title}${begins}`, format);
}
