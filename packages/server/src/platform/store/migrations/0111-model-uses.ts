import type { Migration } from './migration.ts';

/** Uses of models by people, for as long as they count against the rate of the model. */
export const modelUsesMigration: Migration = {
  id: '0111-model-uses',
  statements: [
    `create table "model_uses" (
  {id},
  "user_id" bigint not null,
  "model_id" bigint not null,
  "request_id" text not null,
  "created_at" bigint not null
)`,
    'create unique index "model_uses_request_unique" on "model_uses" ("user_id", "model_id", "request_id")',
    'create index "model_uses_latest" on "model_uses" ("user_id", "model_id", "created_at")',
    'create index "model_uses_created_at" on "model_uses" ("created_at")',
  ],
};
