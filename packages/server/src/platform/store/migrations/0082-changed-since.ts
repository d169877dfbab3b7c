import type { Migration } from './migration.ts';

/** What is published in versions, with the entity that the audit log names. */
const published = [
  ['agents', 'agent'],
  ['mini_apps', 'miniApp'],
  ['write_templates', 'writeTemplate'],
  ['help_docs', 'helpDoc'],
] as const;

/**
 * Whether content has changed since it was published. Of what there is the audit log tells it; each later change compares the
 * content itself.
 */
export const changedSinceMigration: Migration = {
  id: '0082-changed-since',
  statements: [
    ...published.flatMap(([table, resource]) => [
      `alter table "${table}" add column "changed_since" integer not null default 0`,
      `update "${table}" set "changed_since" = 1
        where "published_version" is not null and exists (
          select 1 from "audit_logs" a where a."resource" = '${resource}' and a."resource_id" = "${table}"."id"
            and a."action" = 'update' and a."created_at" > "${table}"."published_at")`,
      `create index "${table}_changed_since_sort" on "${table}" ("changed_since", "sort" {nullsFirst}, "id")`,
    ]),
    'alter table "front_versions" add column "changed_since" integer not null default 0',
    `update "front_versions" set "changed_since" = 1
      where "status" = 'active' and exists (
        select 1 from "settings" s where s."page" = 'front' and s."updated_at" > "front_versions"."created_at")`,
    'create index "front_versions_changed_since" on "front_versions" ("changed_since", "id")',
  ],
};
