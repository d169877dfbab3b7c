export type { SheetRow } from './read-sheet.ts';
export { isWorkbook, readSheet } from './read-sheet.ts';
export { detectSeparator, findRepeated } from './separator.ts';
export { SpreadsheetError } from './sheet-refused.ts';
export { detectEncoding } from './text-encoding.ts';
