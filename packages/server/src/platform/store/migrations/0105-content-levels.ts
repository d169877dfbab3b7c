import type { Migration } from './migration.ts';

/** Content is found by the member level that it asks for. */
export const contentLevelsMigration: Migration = {
  id: '0105-content-levels',
  statements: ['slide_templates', 'agents', 'mini_apps'].map(
    (table) =>
      `create index "${table}_required_vip_level_sort" on "${table}" ("required_vip_level" {nullsFirst}, "sort" {nullsFirst}, "id")`,
  ),
};
