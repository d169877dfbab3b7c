/** A call that did not succeed. */
export class GantryError extends Error {
  /** Code of the envelope, such as 40902; null when no envelope came back. */
  readonly code: number | null;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** Messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** Seconds to wait, when the server said. */
  readonly retryAfter: number | null;

  constructor(
    message: string,
    about: Partial<Pick<GantryError, 'code' | 'status' | 'errors' | 'data' | 'retryAfter'>>,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'GantryError';
    this.code = about.code ?? null;
    this.status = about.status ?? null;
    this.errors = about.errors ?? {};
    this.data = about.data ?? {};
    this.retryAfter = about.retryAfter ?? null;
  }
}
