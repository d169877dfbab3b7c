import { ApiError } from '@gantry/core';
import type { Database, Dialect, Tx } from './database.ts';

/** The transaction of a write, and the time of all its records. */
interface AttemptScope {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly at: number;
}

/** The type of an attempt, and its subject: an id or a hash. */
export interface Attempt {
  readonly kind: 'register' | 'redeem' | 'redeemIp' | 'code' | 'codeIp';
  readonly subject: string;
}

export interface AttemptLimit {
  readonly max: number;
  /** Length of the period, in ms. */
  readonly periodMs: number;
}

export const hourMs = 3_600_000;
/** The longest period of any limit, in ms. */
export const longestPeriodMs = 24 * hourMs;

/**
 * Rejects when a limit is reached, with the seconds until the first attempt no longer counts. Counts of the same attempts wait
 * for the transaction, in every server process.
 */
export async function assertAttemptAllowed(scope: AttemptScope, attempt: Attempt, limits: readonly AttemptLimit[]) {
  const { tx, dialect, at } = scope;
  const activeLimits = limits.filter(({ max: most }) => most > 0);
  if (activeLimits.length === 0) return;
  await dialect.lock(tx, `attempts:${attempt.kind}:${attempt.subject}`);
  for (const { max: most, periodMs: span } of activeLimits) {
    const oldest = await getNthLatest(scope, attempt, most, at - span);
    if (oldest !== null)
      throw new ApiError('tooMany', { retryAfter: Math.max(1, Math.ceil((oldest + span - at) / 1000)) });
  }
}

/** Returns the time of the nth latest attempt since a time; null when there were fewer. */
async function getNthLatest({ tx }: AttemptScope, { kind, subject }: Attempt, nth: number, since: number) {
  const row = await tx
    .selectFrom('attempts')
    .select('created_at')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row ? row.created_at : null;
}

export async function countAttempt({ tx, at }: AttemptScope, { kind, subject }: Attempt): Promise<void> {
  await tx.insertInto('attempts').values({ kind, subject, created_at: at }).execute();
}

/** Removes an attempt that should not have been counted. */
export async function removeAttempt(
  { tx }: AttemptScope,
  { kind, subject }: Attempt,
  countedAt: number,
): Promise<void> {
  await tx
    .deleteFrom('attempts')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('created_at', '=', countedAt)
    .execute();
}

/** Deletes attempts that no longer count. */
export async function pruneAttempts(database: Database, at: number): Promise<void> {
  await database.transaction((tx) =>
    tx
      .deleteFrom('attempts')
      .where('created_at', '<=', at - longestPeriodMs)
      .execute(),
  );
}
