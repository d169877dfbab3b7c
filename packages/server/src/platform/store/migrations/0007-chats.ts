import type { Migration } from './migration.ts';

/**
 * What chat records need beside their rows: the platform's own ids, so that a batch sent twice is stored once, and sums by
 * quarter of an hour, of which a day in any time zone is a whole number.
 */
export const chatsMigration: Migration = {
  id: '0007-chats',
  statements: [
    `create table chat_session_origins (
      client_id text primary key,
      session_id bigint not null
    )`,
    `create table chat_message_origins (
      session_id bigint not null,
      client_id text not null,
      message_id bigint not null,
      primary key (session_id, client_id)
    )`,
    `create table chat_tallies (
      dimension text not null,
      bucket bigint not null,
      tally_key text not null,
      sessions bigint not null,
      messages bigint not null,
      tokens bigint not null,
      primary key (dimension, bucket, tally_key)
    )`,
    // Tells a changed word list from an unchanged one without reading it.
    'create index banned_words_version on banned_words (version)',
    'create index allow_words_version on allow_words (version)',
  ],
};
