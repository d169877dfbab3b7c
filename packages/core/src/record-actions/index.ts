export * from './find-records.ts';
export * from './record-actions.ts';
