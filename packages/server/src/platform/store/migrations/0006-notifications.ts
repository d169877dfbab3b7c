import type { Migration } from './migration.ts';

/** What the workplace tells people: one row a matter, raised again when it happens again, and who has read it when. */
export const notificationsMigration: Migration = {
  id: '0006-notifications',
  statements: [
    `create table notifications (
      {id},
      type text not null,
      event text not null,
      severity text not null,
      audience text not null,
      admin_id bigint,
      dedupe_key text not null,
      happened bigint not null,
      params text not null,
      route text,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    'create unique index notifications_dedupe_key on notifications (dedupe_key)',
    'create index notifications_updated_at on notifications (updated_at, id)',
    `create table notification_marks (
      notification_id bigint not null references notifications (id),
      admin_id bigint not null,
      read_at bigint not null,
      primary key (notification_id, admin_id)
    )`,
    // Work that one process at a time does for all of them.
    `create table leases (
      name text primary key,
      holder text not null,
      until bigint not null
    )`,
  ],
};
