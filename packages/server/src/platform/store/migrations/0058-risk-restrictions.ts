import type { Migration } from './migration.ts';

/** Whom a rule against abuse asks for a captcha, or refuses, and until when. */
export const riskRestrictionsMigration: Migration = {
  id: '0058-risk-restrictions',
  statements: [
    `create table "risk_restrictions" (
      {id},
      "name" text,
      "measure" text not null,
      "target" text not null,
      "user_id" bigint references "users" ("id"),
      "event_id" bigint not null references "risk_events" ("id"),
      "until" bigint not null,
      "window_minutes" bigint not null,
      "released_until" bigint,
      "passes" bigint,
      "subject" text,
      "note" text,
      "status" text not null,
      "version" bigint not null default 1,
      "created_at" bigint not null,
      "updated_at" bigint not null,
      "created_by" bigint, "updated_by" bigint
    )`,
    'create index "risk_restrictions_created_at" on "risk_restrictions" ("created_at", "id")',
    'create index "risk_restrictions_status" on "risk_restrictions" ("status", "id")',
    'create index "risk_restrictions_measure" on "risk_restrictions" ("measure", "id")',
    'create index "risk_restrictions_target" on "risk_restrictions" ("target", "id")',
    'create index "risk_restrictions_user_id" on "risk_restrictions" ("user_id" {nullsFirst}, "id")',
    'create index "risk_restrictions_event_id" on "risk_restrictions" ("event_id", "id")',
    'create index "risk_restrictions_subject" on "risk_restrictions" ("subject", "target", "until")',
    '{search risk_restrictions}',
  ],
};
