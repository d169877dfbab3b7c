import type { Migration } from './migration.ts';

/** Settings pages: a row a group, every change of it, and secrets sealed apart from the rest. */
export const settingsMigration: Migration = {
  id: '0004-settings',
  statements: [
    `create table settings (
      {id},
      page text not null,
      group_name text not null,
      version bigint not null,
      content text not null,
      updated_at bigint not null,
      updated_by bigint
    )`,
    'create unique index settings_group on settings (page, group_name)',
    `create table setting_secrets (
      {id},
      page text not null,
      group_name text not null,
      field text not null,
      sealed text not null,
      mask text not null,
      mac text not null
    )`,
    'create unique index setting_secrets_field on setting_secrets (page, group_name, field)',
    `create table setting_histories (
      {id},
      page text not null,
      group_name text not null,
      version bigint not null,
      before_content text not null,
      after_content text not null,
      changed_by bigint,
      changed_by_name text not null,
      changed_at bigint not null
    )`,
    'create index setting_histories_page on setting_histories (page, group_name, id)',
  ],
};
