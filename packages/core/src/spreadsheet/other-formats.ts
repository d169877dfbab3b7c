const signatures: readonly (readonly [start: readonly number[] | string, name: string])[] = [
  ['{\\rtf', 'RTF'],
  ['%PDF', 'PDF'],
  ['\u0089PNG', 'PNG'],
  ['GIF8', 'GIF'],
  [[0xff, 0xd8, 0xff], 'JPEG'],
  [[0x1f, 0x8b], 'gzip'],
  ['7z\u00bc\u00af', '7z'],
  ['Rar!', 'RAR'],
  ['SQLite format 3', 'SQLite'],
  ['PAR1', 'Parquet'],
];

const isAt = (bytes: Uint8Array, start: readonly number[] | string) =>
  [...start].every((sign, at) => bytes[at] === (typeof sign === 'string' ? sign.charCodeAt(0) : sign));

/** Container format of old Office files and of Office files with a password. */
const containerStart = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
export const isOfficeContainer = (bytes: Uint8Array) => isAt(bytes, containerStart.slice(0, 4));

const toText = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const toUtf16 = (name: string) => [...name].map((sign) => `${sign}\0`).join('');

/** Returns the format of an old Office file by the names of its streams. Null for an encrypted or unknown file. */
export function nameOfficeContainer(bytes: Uint8Array): string | null {
  const text = toText(bytes.subarray(0, 4 * 1024 * 1024)) + toText(bytes.subarray(-1024 * 1024));
  if (text.includes(toUtf16('WordDocument'))) return 'Word (.doc)';
  if (text.includes(toUtf16('PowerPoint Document'))) return 'PowerPoint (.ppt)';
  return text.includes(toUtf16('Workbook')) || text.includes(toUtf16('Book')) ? 'Excel 97 (.xls)' : null;
}

/** Returns the name of a known format that is not a table, by the first bytes of the file, else null. */
export function nameOtherFormat(bytes: Uint8Array): string | null {
  const known = signatures.find(([start]) => isAt(bytes, start));
  if (known) return known[1];
  const start = toText(bytes.subarray(0, 512))
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (/^<\?xml[^>]*>[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/.test(start)) return 'XML Spreadsheet 2003';
  if (/^<(?:!doctype html|html|table|meta|head)\b/i.test(start)) return 'HTML';
  return /^<\?xml/.test(start) ? 'XML' : null;
}
