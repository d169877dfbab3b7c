import { ApiError } from '@gantry/core';
import type { Database, Dialect, Tx } from './database.ts';

/** A write under way: its transaction, and the moment that all of it is dated with. */
interface AttemptScope {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly at: number;
}

/** What is counted, and whose: `subject` is an id or a hash. */
export interface Attempt {
  readonly kind: 'register' | 'redeem' | 'redeemIp' | 'code' | 'codeIp';
  readonly subject: string;
}

export interface AttemptLimit {
  readonly most: number;
  /** In the last so many ms. */
  readonly span: number;
}

export const hourMs = 3_600_000;
/** The longest span that anything is counted over. */
export const longestSpan = 24 * hourMs;

/**
 * Rejects when the limit is reached, with the seconds until the first attempt no longer counts. Other counts of the same attempts
 * wait for the transaction, on every server process.
 */
export async function assertFewAttempts(scope: AttemptScope, attempt: Attempt, limits: readonly AttemptLimit[]) {
  const { tx, dialect, at } = scope;
  const open = limits.filter(({ most }) => most > 0);
  if (open.length === 0) return;
  await dialect.lock(tx, `attempts:${attempt.kind}:${attempt.subject}`);
  for (const { most, span } of open) {
    const oldest = await getNthLatest(scope, attempt, most, at - span);
    if (oldest !== null)
      throw new ApiError('tooMany', { retryAfter: Math.max(1, Math.ceil((oldest + span - at) / 1000)) });
  }
}

/** When the nth attempt, counted back from the last, was made since a moment; null when there were fewer. */
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

/** What was counted at a moment was none after all. */
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

/** Forgets what no longer counts. */
export async function pruneAttempts(database: Database, at: number): Promise<void> {
  await database.transaction((tx) =>
    tx
      .deleteFrom('attempts')
      .where('created_at', '<=', at - longestSpan)
      .execute(),
  );
}
