/** Texts that were not embedded. Says why, and nothing of the key, the address or the answer. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  /** `noKey`, `answer`, `dimensions`, `number`, or the code of the upstream. */
  readonly reason: string;
  /** Whether asking again later may help, and can have cost nothing. */
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry: boolean) {
    super(`embedding: ${reason}`);
    this.reason = reason;
    this.mayRetry = mayRetry;
  }
}
