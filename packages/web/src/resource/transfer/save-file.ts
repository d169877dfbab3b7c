import { documentTypes, exportTypes, type FileFormat, formatCsvText } from '@gantry/core';

/** Offers a file to the browser for saving. */
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

/** Saves a downloaded export. */
export function saveExport(name: string, format: FileFormat, parts: BlobPart[]): void {
  saveBlob(name, new Blob(parts, { type: { ...exportTypes, ...documentTypes }[format] }));
}

/** Saves rows as CSV whose cells a spreadsheet always treats as text. */
export function saveRows(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((row) => `${row.map(formatCsvText).join(',')}\r\n`).join('');
  saveText(name, text, 'text/csv');
}

/** Saves text with a byte order mark, so that spreadsheets read Chinese characters correctly. */
function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }));
}
