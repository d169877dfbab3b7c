import type { Migration } from './migration.ts';

/** What the indexing of a document of a user's base costs, as it was agreed on when it came in, and what was paid for it. */
export const embeddingPricesMigration: Migration = {
  id: '0071-embedding-prices',
  statements: [
    'alter table "know_docs" add column "asset" text',
    'alter table "know_docs" add column "embed_price" bigint',
    'alter table "know_docs" add column "charged" bigint',
    'alter table "know_docs" add column "hold_no" text',
    'alter table "know_docs" add column "holds" bigint not null default 0',
  ],
};
