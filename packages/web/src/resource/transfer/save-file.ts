import { documentTypes, exportTypes, type FileFormat, formatCsvText } from '@gantry/core';

/** Hands a file to the browser, to be saved where the person wants it. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** An export as it came. */
export function saveExport(name: string, format: FileFormat, parts: BlobPart[]): void {
  saveBlob(name, new Blob(parts, { type: { ...exportTypes, ...documentTypes }[format] }));
}

/** Rows of text as CSV that a spreadsheet opens as text, whatever it looks like. */
export function saveRows(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => `${row.map(formatCsvText).join(',')}\r\n`).join('');
  saveText(name, text, 'text/csv');
}

/** Text with a byte order mark, so that a spreadsheet reads its Chinese. */
function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }));
}
