export { isZip, type ZipEntry, ZipRefused, zipEntries } from './zip-entries.ts';
