import type { Migration } from './migration.ts';

/** What an export of a base has written before it is whole, so that a try that was cut off leaves nothing behind. */
export const exportPiecesMigration: Migration = {
  id: '0090-export-pieces',
  statements: ['alter table "knowledge_exports" add column "piece" text'],
};
