import type { Migration } from './migration.ts';

/** Up to when a person has emptied their box, a type at a time: what was told until then is not shown to them again. */
export const notificationClearsMigration: Migration = {
  id: '0055-notification-clears',
  statements: [
    `create table notification_clears (
      admin_id bigint not null,
      type text not null,
      until bigint not null,
      primary key (admin_id, type)
    )`,
  ],
};
