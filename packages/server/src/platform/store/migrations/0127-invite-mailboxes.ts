import type { Migration } from './migration.ts';

/** Invites to one mailbox are found, however its address is written. */
export const inviteMailboxesMigration: Migration = {
  id: '0127-invite-mailboxes',
  statements: [
    'alter table "invite_records" add column "mailbox_hash" text',
    'create index "invite_records_mailbox_hash" on "invite_records" ("mailbox_hash")',
  ],
};
