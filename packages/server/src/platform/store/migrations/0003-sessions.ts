import type { Migration } from './migration.ts';

/** Who may sign in with what, sessions and access tokens, and what stands against guessing. */
export const sessionsMigration: Migration = {
  id: '0003-sessions',
  statements: [
    `create table secret_roots (
      id bigint primary key,
      sealed text not null
    )`,
    // A restored backup raises the epoch, so that tokens revoked since the backup stay dead.
    `create table session_epochs (
      id bigint primary key,
      epoch bigint not null
    )`,
    'insert into session_epochs (id, epoch) values (1, 1)',
    `create table admin_credentials (
      admin_id bigint primary key,
      password_hash text not null,
      password_length integer not null,
      password_changed_at bigint not null,
      totp_secret text,
      totp_pending text,
      totp_last_step bigint not null default 0
    )`,
    `create table recovery_codes (
      {id},
      admin_id bigint not null,
      code_mac text not null,
      used_at bigint
    )`,
    'create unique index recovery_codes_code on recovery_codes (admin_id, code_mac)',
    `create table admin_sessions (
      {id},
      token_hash text not null,
      admin_id bigint not null,
      kind text not null,
      name text,
      read_only integer not null default 0,
      ip text not null,
      user_agent text not null,
      created_at bigint not null,
      last_seen_at bigint not null,
      expires_at bigint not null,
      step_up_at bigint,
      epoch bigint not null,
      revoked_at bigint,
      revoked_cause text
    )`,
    'create unique index admin_sessions_token on admin_sessions (token_hash)',
    'create index admin_sessions_admin on admin_sessions (admin_id, revoked_at)',
    'create index admin_sessions_expiry on admin_sessions (expires_at)',
    `create table guess_counters (
      name text primary key,
      tries integer not null,
      started_at bigint not null,
      ends_at bigint not null
    )`,
    'create index guess_counters_end on guess_counters (ends_at)',
    `create table captchas (
      id_hash text primary key,
      purpose text not null,
      answer_mac text not null,
      expires_at bigint not null
    )`,
    'create index captchas_expiry on captchas (expires_at)',
  ],
};
