export type { CsvRow } from './csv-reader.ts';
export {
  describeUnusedColumns,
  findColumn,
  getImportFields,
  getLineField,
  type ImportedRow,
  isAboutRow,
  isImported,
  isReadOnlyKey,
  type Mapping,
  matchColumns,
  readImportRow,
  totalLabel,
  type UnreadRow,
} from './import-columns.ts';
export {
  type ImportEntry,
  type ImportFile,
  type ImportFormat,
  importFormats,
  type OpenOptions,
  openImportFile,
} from './import-file.ts';
export type { SheetRow } from './read-sheet.ts';
export { cutMark, isWorkbook, maxCellLength, readSheet } from './read-sheet.ts';
export { SpreadsheetError } from './sheet-refused.ts';
export type { ByteSource } from './text-encoding.ts';
