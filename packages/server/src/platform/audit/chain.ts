import { createHmac } from 'node:crypto';
import type { Row } from '../store/database.ts';

/** Signs the log; kept by the secrets room, never in the database. */
export type AuditKey = Buffer;

/** Columns that a hash covers, in its order. The id counts without gaps, so that a row cannot go or come unseen. */
export const hashedColumns = [
  'id',
  'created_at',
  'actor_id',
  'actor_name',
  'actor_role',
  'via',
  'ip',
  'request_id',
  'resource',
  'resource_id',
  'action',
  'result',
  'reason',
  'before',
  'after',
  'count',
] as const;

/** Columns that came later: a hash covers them where they say something, so that rows from before them keep theirs. */
export const laterColumns = ['cost_ms'] as const;

/** The hash of a row: HMAC-SHA-256 over the hash before it and the stored cells, in hex. */
export function computeEntryHash(key: AuditKey, previous: string, row: Row): string {
  const later = laterColumns.flatMap((column) =>
    (row[column] ?? null) === null ? [] : [{ [column]: Number(row[column]) }],
  );
  const cells = [...hashedColumns.map((column) => row[column] ?? null), ...later];
  return createHmac('sha256', key)
    .update(JSON.stringify([previous, ...cells]))
    .digest('hex');
}

/** What somebody sent, under the key: tells whether two bodies are the same, and nobody can guess a password by it. */
export function computeDigest(key: AuditKey, body: unknown): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['body', body ?? null]))
    .digest('hex');
}

/** The end of the chain at one moment, signed and kept in a second place: what is cut off after it shows. */
export interface Checkpoint {
  readonly count: number;
  readonly hash: string;
  readonly at: number;
  readonly signature: string;
}

export function signCheckpoint(key: AuditKey, { count, hash, at }: Omit<Checkpoint, 'signature'>): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['checkpoint', count, hash, at]))
    .digest('hex');
}
