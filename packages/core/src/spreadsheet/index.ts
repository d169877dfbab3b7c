export { isWorkbook, readSheet } from './read-sheet.ts';
export type { SheetRow } from './row-reader.ts';
export { SpreadsheetError } from './sheet-refused.ts';
