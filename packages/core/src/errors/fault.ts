import type { ErrorName } from './catalogue.ts';
import type { FieldErrors } from './envelope.ts';

export interface FaultDetail {
  /** Replaces the catalogue's words, in the caller's language already. */
  readonly message?: string;
  readonly errors?: FieldErrors;
  /** Goes into `data` of the answer: both versions of a conflict, usages, seconds to wait. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Seconds until the call may be sent again. */
  readonly retryAfter?: number;
}

/** A refusal with a name of the catalogue: thrown to stop, answered in one place. */
export class Fault extends Error {
  readonly fault: ErrorName;
  readonly detail: FaultDetail;

  constructor(fault: ErrorName, detail: FaultDetail = {}) {
    super(detail.message ?? fault);
    this.name = 'Fault';
    this.fault = fault;
    this.detail = detail;
  }
}
