import type { Migration } from './migration.ts';

/** Renames tables and columns to the terms of the code and the documentation. */
export const renameTables: Migration = {
  id: '0006-rename-tables',
  statements: [
    'alter table "alert_ways" rename to "alert_channels"',
    'alter table "alert_channels" rename column "way" to "channel"',
    'alter table "alert_channels" rename column "told_at" to "notified_at"',
    'alter table "chat_tallies" rename to "chat_counters"',
    'alter table "chat_counters" rename column "tally_key" to "counter_key"',
    'alter table "stuck_records" rename to "retry_states"',
    'drop index "stuck_records_record_unique"',
    'create unique index "retry_states_record_unique" on "retry_states" ("work", "record_id")',
    'alter table "server_places" rename to "server_instances"',
    'drop index "server_places_place"',
    'create index "server_instances_place" on "server_instances" ("place", "seen_at")',
    'alter table "ai_teches" rename to "ai_techs"',
    'alter table "ai_teches_search" rename to "ai_techs_search"',
    'drop index "ai_teches_title_unique"',
    'create unique index "ai_techs_title_unique" on "ai_techs" ("title")',
    ...['sort', 'click_count', 'publish_at', 'published_at', 'required_vip_level'].flatMap((column) => [
      `drop index "ai_teches_${column}"`,
      `create index "ai_techs_${column}" on "ai_techs" ("${column}" {nullsFirst}, "id")`,
    ]),
    ...['created_at', 'updated_at'].flatMap((column) => [
      `drop index "ai_teches_${column}"`,
      `create index "ai_techs_${column}" on "ai_techs" ("${column}", "id")`,
    ]),
    ...['type', 'category', 'is_hot', 'status'].flatMap((column) => [
      `drop index "ai_teches_${column}_sort"`,
      `create index "ai_techs_${column}_sort" on "ai_techs" ("${column}", "sort" {nullsFirst}, "id")`,
    ]),
    'alter table "knowledges" rename to "knowledge_bases"',
    'alter table "knowledges_search" rename to "knowledge_bases_search"',
    'drop index "knowledges_owner_id_name_unique"',
    'create unique index "knowledge_bases_owner_id_name_unique" on "knowledge_bases" ("owner_id", "name")',
    'drop index "knowledges_platform_name"',
    'create unique index "knowledge_bases_platform_name" on "knowledge_bases" ("name") where "owner_id" is null',
    ...['created_at', 'updated_at', 'visibility', 'status'].flatMap((column) => [
      `drop index "knowledges_${column}"`,
      `create index "knowledge_bases_${column}" on "knowledge_bases" ("${column}", "id")`,
    ]),
    ...[
      'owner_id',
      'embedding_model_id',
      'next_embedding_model_id',
      'rerank_model_id',
      'doc_count',
      'chunk_count',
      'hit_count',
      'token_count',
      'next_generation',
    ].flatMap((column) => [
      `drop index "knowledges_${column}"`,
      `create index "knowledge_bases_${column}" on "knowledge_bases" ("${column}" {nullsFirst}, "id")`,
    ]),
  ],
};
