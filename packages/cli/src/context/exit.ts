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

/** Ends the process immediately: for a signal, or when the terminal is gone and there is no one to report to. */
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

type ErrorKind = keyof typeof exitCodes;

/** What kind of failure an exit status is of. */
function getErrorKind(status: number): ErrorKind {
  const kinds = Object.keys(exitCodes) as ErrorKind[];
  return kinds.find((kind) => exitCodes[kind] === status) ?? 'failed';
}

/** Where a command went. */
export interface Place {
  readonly server: string;
  /** Null where the environment gave server and token. */
  readonly profile: string | null;
  /** The name of the profile that marks the server as production. */
  readonly production: string | null;
}

/** An error as `-o json` prints it on stderr. */
export interface ErrorReport {
  readonly code: number | null;
  /** The name of the exit status. */
  readonly kind: ErrorKind;
  readonly message: string;
  readonly hint: string | null;
  readonly errors: FieldErrors;
  readonly requestId: string | null;
  readonly retryable: boolean;
  /** What still refers to a record that was to go. */
  readonly usages?: readonly Usage[];
  /** The call that the server rejected. */
  readonly place?: Place;
}

export function toErrorReport(error: unknown): ErrorReport {
  const status = getExitStatus(error);
  const retryable = status === exitCodes.unreachable || status === exitCodes.later;
  const base = { code: null, kind: getErrorKind(status), hint: null, errors: {}, requestId: null, retryable };
  if (error instanceof CliError) return { ...base, message: error.message, hint: error.hint };
  if (!(error instanceof ResponseError)) return { ...base, message: errorMessage(error) };
  const requestId = typeof error.data.requestId === 'string' ? error.data.requestId : null;
  const usages = getUsages(error);
  const used = usages.length > 0 ? { usages } : {};
  const row = error.code === null ? null : findError(error.code);
  const isRetryable = error.code === null ? isForeignRetryable(error.httpStatus) : (row?.retryable ?? false);
  const { code, message, errors } = error;
  return { ...base, code, message, errors, requestId, retryable: isRetryable, ...used };
}
