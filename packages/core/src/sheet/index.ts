export { readSheet } from './read-sheet.ts';
export type { SheetRow } from './row-reader.ts';
export { SheetRefused } from './sheet-refused.ts';
export { isZip, type ZipPart } from './zip-parts.ts';
