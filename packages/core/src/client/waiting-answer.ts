import { getError } from '../errors/index.ts';
import { ResponseError } from './client.ts';

/** What an action answers that was taken and not done: it waits for somebody. The answer of the call is 20001. */
export interface WaitingAnswer {
  readonly waits: true;
  /** Says for whom, in the caller's language. */
  readonly message: string;
}

/** The words of an answer that waits for somebody; null for any other. */
export function getWaitingText(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { waits, message } = answer as Partial<Record<keyof WaitingAnswer, unknown>>;
  return waits === true && typeof message === 'string' ? message : null;
}

/** Gives the answer of a write that was done; throws the words of one that waits, so that a form keeps what was typed. */
export function assertDone<T>(answer: T): T {
  const message = getWaitingText(answer);
  if (message === null) return answer;
  throw new ResponseError({ ok: true, code: getError('accepted').code, message, reaction: 'none' }, 200, null, null);
}
