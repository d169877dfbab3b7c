import type { TestProblem } from '@gantry/core';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { OutboundError, type OutboundReason } from './target.ts';

/** The result of a connection test. It contains no response text, only a code. */
export type ConnectionTest = {
  readonly ok: boolean;
  readonly problem: TestProblem | null;
  /** Code of the other system, such as an HTTP status. */
  readonly code: string | null;
  readonly ms: number;
};

/** Thrown by a connection test with the reason of the failure. */
export class ConnectionTestError extends Error {
  override readonly name = 'ConnectionTestError';
  readonly problem: TestProblem;
  readonly code: string | null;

  constructor(problem: TestProblem, code: string | null = null) {
    super(`trial: ${problem}`);
    this.problem = problem;
    this.code = code;
  }
}

/** The problem that a user sees, by the reason of a failed call. */
export const problemsByReason = {
  url: 'host',
  scheme: 'host',
  host: 'host',
  address: 'host',
  dns: 'dns',
  connect: 'connect',
  proxy: 'connect',
  timeout: 'timeout',
  tooLarge: 'answer',
  encoding: 'answer',
  redirect: 'answer',
} as const satisfies Record<OutboundReason, TestProblem>;

/** Runs a connection test and returns its result. Unexpected errors are thrown. */
export async function runConnectionTest<T extends object>(
  work: () => Promise<T>,
): Promise<ConnectionTest & Partial<T>> {
  const started = performance.now();
  const elapsedMs = () => Math.round(performance.now() - started);
  try {
    const result = await work();
    return { ok: true, problem: null, code: null, ms: elapsedMs(), ...result };
  } catch (error) {
    const { problem, code } = toFailure(error);
    return { ok: false, problem, code, ms: elapsedMs() } as ConnectionTest & Partial<T>;
  }
}

/** Returns the problem of an external error; throws any other error. */
export function toFailure(error: unknown): { problem: TestProblem; code: string | null } {
  if (error instanceof ConnectionTestError) return error;
  if (error instanceof OutboundError) return { problem: problemsByReason[error.reason], code: null };
  throw error;
}

/** Returns the error for an HTTP status; null for success. */
export function toRejection(status: number): ConnectionTestError | null {
  if (status >= 200 && status < 300) return null;
  return new ConnectionTestError(status === 401 || status === 403 ? 'auth' : 'rejected', String(status));
}

/** Returns the hosts whose images, video and audio the console may display, for the content security policy. */
export function createMediaHosts(settings: SettingsReader): () => Promise<readonly string[]> {
  return async () => {
    const { mediaHosts: hosts } = await settings.read('system', 'outbound');
    return hosts ?? [];
  };
}
