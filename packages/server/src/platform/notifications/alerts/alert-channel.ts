import { sql } from 'kysely';
import type { Services } from '../../context/context.ts';
import { ConnectionTestError, OutboundError } from '../../outbound/index.ts';
import type { Reader, Tx } from '../../store/database.ts';
import { createRetryPolicy } from '../../store/retry-policy.ts';
import { type DueNotification, markNotified } from './due-alerts.ts';

/** A channel on which alerts reach admins outside the console. */
export type AlertChannel = 'mail' | 'webhook';

/** The outcome of recent alerts on a channel. */
export interface AlertChannelState {
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** Why the last attempt failed; null when it succeeded. */
  readonly problem: string | null;
  /** When it may be tried again, in UTC ms. */
  readonly nextAt: number;
  /** When the last alert was sent, in UTC ms. */
  readonly notifiedAt: number | null;
}

/** The pause after a number of failed attempts in a row, in ms. */
export const computeRetryDelay = createRetryPolicy({ firstMs: 15_000, factor: 2, maxMs: 15 * 60_000 });

/** Returns the state of a channel; null when no alert was ever sent on it. */
export async function readAlertChannel(read: Reader, channel: AlertChannel): Promise<AlertChannelState | null> {
  const row = await read.selectFrom('alert_channels').selectAll().where('channel', '=', channel).executeTakeFirst();
  if (!row) return null;
  return {
    failures: row.failures,
    problem: row.problem,
    nextAt: row.next_at,
    notifiedAt: row.notified_at,
  };
}

/** Whether the pause after the last rejection is over. */
export async function isRetryAllowed({ database, clock }: Pick<Services, 'database' | 'clock'>, channel: AlertChannel) {
  const state = await readAlertChannel(database.read, channel);
  return state === null || state.nextAt <= clock();
}

/** Records the outcome of an attempt; `problem` is null when it succeeded. */
async function recordAttempt(tx: Tx, now: number, channel: AlertChannel, problem: string | null): Promise<void> {
  const before = await readAlertChannel(tx, channel);
  const failures = problem === null ? 0 : (before?.failures ?? 0) + 1;
  const nextAt = problem === null ? now : now + computeRetryDelay(failures);
  const notifiedAt = problem === null ? now : (before?.notifiedAt ?? null);
  await tx
    .insertInto('alert_channels')
    .values({ channel, failures, problem, tried_at: now, next_at: nextAt, notified_at: notifiedAt })
    .onConflict((conflict) =>
      conflict.column('channel').doUpdateSet({
        failures: sql`excluded.failures`,
        problem: sql`excluded.problem`,
        tried_at: sql`excluded.tried_at`,
        next_at: sql`excluded.next_at`,
        notified_at: sql`excluded.notified_at`,
      }),
    )
    .execute();
}

/** Returns a settings guard that allows the next attempt immediately, since the new settings may have fixed the problem. */
export function resetRetryTime(channel: AlertChannel) {
  return async (tx: Tx): Promise<undefined> => {
    await tx.updateTable('alert_channels').set({ next_at: 0 }).where('channel', '=', channel).execute();
  };
}

const getProblem = (error: Error): string => {
  if (error instanceof ConnectionTestError) return error.problem;
  return error instanceof OutboundError ? error.reason : error.name;
};

/**
 * Sends notifications to admins and records the outcome: delivered ones are marked as sent, rejected ones wait before the next
 * attempt. The reason is logged, without the text and the recipient.
 */
export async function deliver(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  channel: AlertChannel,
  notifications: readonly DueNotification[],
  moment: number,
  send: () => Promise<unknown>,
): Promise<void> {
  const problem = await trySend(send);
  if (problem !== null) log.warn({ problem }, `alerts to admins by ${channel} failed`);
  await database.transaction(async (tx) => {
    if (problem === null) await markNotified(tx, notifications, channel === 'mail' ? 'mailed_at' : 'posted_at', moment);
    await recordAttempt(tx, clock(), channel, problem);
  });
}

async function trySend(send: () => Promise<unknown>): Promise<string | null> {
  try {
    await send();
    return null;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return getProblem(error);
  }
}
