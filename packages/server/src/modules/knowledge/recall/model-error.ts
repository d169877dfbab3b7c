/** Texts that a model did not embed or rank. Says why, and nothing of the key, the address or the answer. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  /** `noModel`, `noKey`, `answer`, `dimensions`, `number`, or the code of the upstream. */
  readonly reason: string;
  /** Whether asking again later may help, and can have cost nothing. */
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry: boolean) {
    super(`model: ${reason}`);
    this.reason = reason;
    this.mayRetry = mayRetry;
  }
}
