/** Thrown when a call fails. */
export class GantryError extends Error {
  /** Error code of the response, such as 40902; null when there was no valid response. */
  readonly code: number | null;
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** Validation messages by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly data: Readonly<Record<string, unknown>>;
  /** Seconds to wait before a retry, if the server sent them. */
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
