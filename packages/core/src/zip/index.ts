export { crc32 } from './crc-32.ts';
export {
  isZip,
  type ListedEntry,
  listedEntries,
  type ZipEntry,
  ZipRefused,
  zipEntries,
  zipHeadBytes,
  zipHeadLength,
  zipList,
  zipTailBytes,
} from './zip-entries.ts';
