import { sql } from 'kysely';
import type { Services } from '../../context/context.ts';
import { ConnectionTestError, OutboundError } from '../../outbound/index.ts';
import type { Reader, Tx } from '../../store/database.ts';
import { createRetryPolicy } from '../../store/retry-policy.ts';
import { type DueNotification, markNotified } from './due-alerts.ts';

export type AlertWay = 'mail' | 'webhook';

/** The outcome of recent alerts on a channel. */
export interface AlertLimit {
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** Why the last attempt failed; null when it succeeded. */
  readonly problem: string | null;
  /** When it may be tried again, in UTC ms. */
  readonly nextAt: number;
  /** When the last alert was sent, in UTC ms. */
  readonly toldAt: number | null;
}

/** The pause after a number of failed attempts in a row, in ms. */
export const computeRest = createRetryPolicy({ firstMs: 15_000, factor: 2, maxMs: 15 * 60_000 });

/** Null when no alert was ever sent on this channel. */
export async function readAlertLimit(read: Reader, way: AlertWay): Promise<AlertLimit | null> {
  const row = await read.selectFrom('alert_ways').selectAll().where('way', '=', way).executeTakeFirst();
  if (!row) return null;
  return {
    failures: row.failures,
    problem: row.problem,
    nextAt: row.next_at,
    toldAt: row.told_at,
  };
}

/** Whether the pause after the last rejection is over. */
export async function canTry({ database, clock }: Pick<Services, 'database' | 'clock'>, way: AlertWay) {
  const rateLimiter = await readAlertLimit(database.read, way);
  return rateLimiter === null || rateLimiter.nextAt <= clock();
}

/** Writes down how a try went; `problem` is null when it went well. */
async function keepTry(tx: Tx, now: number, way: AlertWay, problem: string | null): Promise<void> {
  const before = await readAlertLimit(tx, way);
  const failures = problem === null ? 0 : (before?.failures ?? 0) + 1;
  const nextAt = problem === null ? now : now + computeRest(failures);
  const toldAt = problem === null ? now : (before?.toldAt ?? null);
  await tx
    .insertInto('alert_ways')
    .values({ way, failures, problem, tried_at: now, next_at: nextAt, told_at: toldAt })
    .onConflict((conflict) =>
      conflict.column('way').doUpdateSet({
        failures: sql`excluded.failures`,
        problem: sql`excluded.problem`,
        tried_at: sql`excluded.tried_at`,
        next_at: sql`excluded.next_at`,
        told_at: sql`excluded.told_at`,
      }),
    )
    .execute();
}

/** What was changed in its settings may be what was wrong: it is tried again at once. */
export function tryAgain(way: AlertWay) {
  return async (tx: Tx): Promise<undefined> => {
    await tx.updateTable('alert_ways').set({ next_at: 0 }).where('way', '=', way).execute();
  };
}

const causeOf = (error: Error): string => {
  if (error instanceof ConnectionTestError) return error.problem;
  return error instanceof OutboundError ? error.reason : error.name;
};

/**
 * Sends notifications to admins and records the outcome: delivered ones are marked as sent, rejected ones wait before the next attempt. The
 * reason is logged too, without the text or the recipient.
 */
export async function deliver(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  way: AlertWay,
  notifications: readonly DueNotification[],
  moment: number,
  send: () => Promise<unknown>,
): Promise<void> {
  const problem = await problemOf(send);
  if (problem !== null) log.warn({ problem }, `admins could not be told by ${way}`);
  await database.transaction(async (tx) => {
    if (problem === null) await markNotified(tx, notifications, way === 'mail' ? 'mailed_at' : 'posted_at', moment);
    await keepTry(tx, clock(), way, problem);
  });
}

async function problemOf(send: () => Promise<unknown>): Promise<string | null> {
  try {
    await send();
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return causeOf(error);
  }
}
