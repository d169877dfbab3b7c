import type { Migration } from './migration.ts';

/**
 * What finds chunks of knowledge bases: their vectors in one byte a dimension, a counter a base by which the caches of
 * server processes follow, and the keyword index. A vector that was dropped stays for a while without bytes.
 */
export const recallMigration: Migration = {
  id: '0030-recall',
  statements: [
    `create table know_vector_heads (
      knowledge_id bigint not null,
      generation bigint not null,
      version bigint not null,
      oldest bigint not null,
      dims integer not null,
      primary key (knowledge_id, generation)
    )`,
    `create table know_vectors (
      knowledge_id bigint not null,
      generation bigint not null,
      chunk_id bigint not null,
      version bigint not null,
      vector {blob},
      primary key (knowledge_id, generation, chunk_id)
    ){clustered}`,
    'create index know_vectors_version on know_vectors (knowledge_id, generation, version)',
    '{search know_recall}',
  ],
};
