import type { Services } from '../../context.ts';
import { OutboundError, TrialFailed } from '../../outbound/index.ts';

const causeOf = (error: Error): string => {
  if (error instanceof TrialFailed) return error.problem;
  return error instanceof OutboundError ? error.reason : error.name;
};

/** Sends something to admins and says whether it left; why it did not goes into the log, without what it said or where to. */
export async function wentOut(
  { log }: Pick<Services, 'log'>,
  way: 'mail' | 'webhook',
  send: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    log.warn({ problem: causeOf(error) }, `admins could not be told by ${way}`);
    return false;
  }
}
