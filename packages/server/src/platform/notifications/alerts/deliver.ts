import type { Services } from '../../context/context.ts';
import { ConnectionTestError, OutboundError } from '../../outbound/index.ts';
import { type AlertWay, keepTry } from './alert-pace.ts';
import { type DueNotification, markNotified } from './due-alerts.ts';

const causeOf = (error: Error): string => {
  if (error instanceof ConnectionTestError) return error.problem;
  return error instanceof OutboundError ? error.reason : error.name;
};

/**
 * Sends matters to admins, and writes down how that went: what left is told, what was refused rests before it is tried again. Why
 * goes into the log too, without what was said or where to.
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
