/** What an action answers that was taken and not done: it waits for somebody. The answer of the call is 20001. */
export interface WaitingAnswer {
  readonly waits: true;
  /** Says for whom, in the caller's language. */
  readonly message: string;
}

/** The words of an answer that waits for somebody; null for any other. */
export function waitingWords(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { waits, message } = answer as Partial<Record<keyof WaitingAnswer, unknown>>;
  return waits === true && typeof message === 'string' ? message : null;
}
