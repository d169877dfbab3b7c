import type { Migration } from './migration.ts';

/** Uploaded pictures, in the database: every server process over it serves them. */
export const filesMigration: Migration = {
  id: '0005-files',
  statements: [
    `create table files (
      {id},
      name text not null,
      sha256 text not null,
      media_type text not null,
      size bigint not null,
      width integer not null,
      height integer not null,
      original_name text not null,
      content {blob} not null,
      created_at bigint not null,
      created_by bigint
    )`,
    'create unique index files_name on files (name)',
    'create unique index files_sha256 on files (sha256)',
  ],
};
