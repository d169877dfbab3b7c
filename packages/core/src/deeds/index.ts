export * from './find-records.ts';
export * from './record-deeds.ts';
