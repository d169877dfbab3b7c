export {
  computeCrc32,
  isZip,
  type ListedEntry,
  parseEntries,
  type ZipEntry,
  ZipError,
  zipEntries,
  zipHeadBytes,
  zipHeadLength,
  zipList,
  zipTailBytes,
} from './zip-entries.ts';
