export { computeCrc32 } from './crc-32.ts';
export {
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
