import {
  errorMessage,
  type FieldErrors,
  findError,
  getUsages,
  isForeignRetryable,
  ResponseError,
  type Usage,
} from '@gantry/core';

/** Documented exit statuses; scripts depend on them. */
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

/** Ends the process immediately: after a signal, or when the terminal is gone and nothing can be reported. */
export function exitNow(status: number): never {
  process.exit(status);
}

/** Ends a command with a message and an exit status. It is printed in one place. */
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

/** The exit status for any thrown value. The code in the response body decides, not the HTTP status. */
export function getExitStatus(error: unknown): number {
  if (error instanceof CliError) return error.status;
  if (!(error instanceof ResponseError)) return exitCodes.failed;
  if (error.code !== null) return findError(error.code)?.exit ?? exitCodes.failed;
  return getProxyExitStatus(error.httpStatus);
}

/** The exit status without a response, or for one of a proxy: 502 means that the server is down, 503 and 504 that it is busy. */
function getProxyExitStatus(httpStatus: number | null): number {
  if (httpStatus === null || httpStatus === 502) return exitCodes.unreachable;
  if (httpStatus === 413) return exitCodes.usage;
  return isForeignRetryable(httpStatus) ? exitCodes.later : exitCodes.failed;
}

type ErrorKind = keyof typeof exitCodes;

/** The name of an exit status. */
function getErrorKind(status: number): ErrorKind {
  const kinds = Object.keys(exitCodes) as ErrorKind[];
  return kinds.find((kind) => exitCodes[kind] === status) ?? 'failed';
}

/** The server that a command called, and the profile that it used. */
export interface Place {
  readonly server: string;
  /** Null when the environment provides both server and token. */
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
  /** Records that refer to a record that was to be deleted. */
  readonly usages?: readonly Usage[];
  /** Where the rejected call was sent. */
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
