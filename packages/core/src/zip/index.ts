export { crc32 } from './crc-32.ts';
export { isZip, type ZipEntry, ZipRefused, zipEntries } from './zip-entries.ts';
