import {
  errorMessage,
  type FieldErrors,
  findError,
  getUsages,
  isForeignRetryable,
  ResponseError,
  type Usage,
} from '@gantry/core';

/** Documented exit statuses; scripts rely on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  partly: 3,
  signIn: 4,
  denied: 5,
  notFound: 6,
  later: 7,
  unreachable: 8,
  conflict: 9,
  interrupted: 130,
} as const;

/** Ends the process at once: for a signal, or a terminal that is gone, when nobody is left to answer to. */
export function exitNow(status: number): never {
  process.exit(status);
}

/** Ends a command with a sentence and a status; thrown to stop, printed in one place. */
export class CliError extends Error {
  readonly status: number;
  readonly hint: string | null;

  constructor(message: string, status: number, options: { hint?: string } = {}) {
    super(message);
    this.name = 'CliError';
    this.status = status;
    this.hint = options.hint ?? null;
  }
}

/** The exit status for whatever was thrown. The body's code decides, not the HTTP status. */
export function getExitStatus(error: unknown): number {
  if (error instanceof CliError) return error.status;
  if (!(error instanceof ResponseError)) return exitCodes.failed;
  if (error.code !== null) return findError(error.code)?.exit ?? exitCodes.failed;
  return foreignStatus(error.httpStatus);
}

/** No answer at all, or that of a proxy: 502 says that the server is not there, 503 and 504 that it has no time. */
function foreignStatus(httpStatus: number | null): number {
  if (httpStatus === null || httpStatus === 502) return exitCodes.unreachable;
  if (httpStatus === 413) return exitCodes.usage;
  return isForeignRetryable(httpStatus) ? exitCodes.later : exitCodes.failed;
}

/** An error as `-o json` prints it on stderr. */
export interface ErrorReport {
  readonly code: number | null;
  readonly message: string;
  readonly hint: string | null;
  readonly errors: FieldErrors;
  readonly requestId: string | null;
  readonly retryable: boolean;
  /** What still refers to a record that was to go. */
  readonly usages?: readonly Usage[];
  /** Where the server refused it. */
  readonly place?: { readonly server: string; readonly profile: string | null; readonly production: string | null };
}

export function toErrorReport(error: unknown): ErrorReport {
  const base = { code: null, hint: null, errors: {}, requestId: null, retryable: false };
  if (error instanceof CliError) return { ...base, message: error.message, hint: error.hint };
  if (!(error instanceof ResponseError)) return { ...base, message: errorMessage(error) };
  const requestId = typeof error.data.requestId === 'string' ? error.data.requestId : null;
  const retryable =
    error.code === null ? isForeignRetryable(error.httpStatus) : (findError(error.code)?.retryable ?? false);
  const usages = getUsages(error);
  const used = usages.length > 0 ? { usages } : {};
  return { ...base, code: error.code, message: error.message, errors: error.errors, requestId, retryable, ...used };
}
