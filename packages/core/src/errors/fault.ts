import type { ErrorName } from './catalog.ts';
import type { FieldErrors } from './envelope.ts';

export interface ApiErrorDetail {
  /** Replaces the default message. It is already in the language of the caller. */
  readonly message?: string;
  readonly errors?: FieldErrors;
  /** Becomes `data` of the response, for example both versions of a conflict or the seconds to wait. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Seconds after which the call may be repeated. */
  readonly retryAfter?: number;
}

/** A rejection with a name of `errorCatalogue`. It aborts the request, and the error handler writes the response. */
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
