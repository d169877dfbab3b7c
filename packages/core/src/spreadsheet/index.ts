export { CsvReader } from './csv-reader.ts';
export {
  describeUnusedColumns,
  findColumn,
  getImportFields,
  getLineField,
  type ImportedRow,
  isAboutRow,
  isImported,
  isReadOnlyKey,
  isTotalsRow,
  localizeTotal,
  type Mapping,
  matchColumns,
  readImportRow,
} from './import-columns.ts';
export {
  type ImportEntry,
  type ImportFile,
  type ImportFormat,
  importFormats,
  type OpenOptions,
  openImportFile,
} from './import-file.ts';
export { cutMark, maxCellLength, readSheet } from './read-sheet.ts';
export { SpreadsheetError } from './sheet-refused.ts';
