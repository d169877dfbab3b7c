import type { ErrorName } from './catalog.ts';
import type { FieldErrors } from './envelope.ts';

export interface ApiErrorDetail {
  /** Replaces the catalogue's words, in the caller's language already. */
  readonly message?: string;
  readonly errors?: FieldErrors;
  /** Goes into `data` of the answer: both versions of a conflict, usages, seconds to wait. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Seconds until the call may be sent again. */
  readonly retryAfter?: number;
}

/** A rejection with a name of the catalogue: thrown to stop, answered in one place. */
export class ApiError extends Error {
  readonly problem: ErrorName;
  readonly detail: ApiErrorDetail;

  constructor(problem: ErrorName, detail: ApiErrorDetail = {}) {
    super(detail.message ?? problem);
    this.name = 'ApiError';
    this.problem = problem;
    this.detail = detail;
  }
}
