import type { Migration } from './migration.ts';

/**
 * A key beside a column, by which values are compared without case and width. Of values that stand already and differ in those
 * alone the oldest record has the key; the others have none and are still told apart letter for letter.
 */
const foldedKey = (table: string, column: string): string[] => [
  `alter table "${table}" add column "${column}_key" text`,
  `update "${table}" set "${column}_key" = {folded ${column}} where "${column}" is not null`,
  `update "${table}" set "${column}_key" = null where "id" in (
    select "later"."id" from "${table}" "later"
    join (select "${column}_key" "key", min("id") "first" from "${table}"
      where "${column}_key" is not null group by "${column}_key" having count(*) > 1) "shared"
    on "shared"."key" = "later"."${column}_key" where "later"."id" <> "shared"."first")`,
  `create unique index "${table}_${column}_key_unique" on "${table}" ("${column}_key")`,
];

/** A column that may be empty from now on, in the words that both databases have for it. */
const mayBeEmpty = (table: string, column: string, type: string): string[] => [
  `alter table "${table}" add column "${column}_next" ${type}`,
  `update "${table}" set "${column}_next" = "${column}"`,
  `alter table "${table}" drop column "${column}"`,
  `alter table "${table}" rename column "${column}_next" to "${column}"`,
];

/** Names that differ in case alone are one, approvals of what is about nobody in particular, and the moment from which months count. */
export const moneyAndNamesMigration: Migration = {
  id: '0044-money-and-names',
  statements: [
    ...foldedKey('admins', 'username'),
    ...foldedKey('admins', 'email'),
    ...foldedKey('users', 'username'),
    ...foldedKey('users', 'email'),
    'drop index "approvals_user_id"',
    'drop index "approvals_waiting"',
    ...mayBeEmpty('approvals', 'user_id', 'bigint references "users" ("id")'),
    ...mayBeEmpty('approvals', 'record_id', 'bigint'),
    'create index "approvals_user_id" on "approvals" ("user_id" {nullsFirst}, "id")',
    `create unique index "approvals_waiting" on "approvals" ("kind", "record_id")
      where "status" = 'pending' and "kind" <> 'adjustBalance'`,
    // The moment from which the months of a membership are counted; its start when there is none.
    'alter table "user_memberships" add column "anchor_at" bigint',
  ],
};
