import type { TryProblem } from '@gantry/core';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { OutboundError, type OutboundReason } from './target.ts';

/** How something outside did when it was tried out. Nothing that it said is in it but a code. */
export type ConnectionTest = {
  readonly ok: boolean;
  readonly problem: TryProblem | null;
  /** The other side's own code, such as an HTTP status. */
  readonly code: string | null;
  readonly ms: number;
};

/** Thrown by what is tried, to say how it failed. */
export class ConnectionTestError extends Error {
  override readonly name = 'ConnectionTestError';
  readonly problem: TryProblem;
  readonly code: string | null;

  constructor(problem: TryProblem, code: string | null = null) {
    super(`trial: ${problem}`);
    this.problem = problem;
    this.code = code;
  }
}

/** What the reason of a failed call means to the person who reads the outcome. */
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
} as const satisfies Record<OutboundReason, TryProblem>;

/** Runs a connection test and reports its outcome and result. Errors of our own are thrown on. */
export async function runConnectionTest<T extends object>(
  work: () => Promise<T>,
): Promise<ConnectionTest & Partial<T>> {
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const given = await work();
    return { ok: true, problem: null, code: null, ms: took(), ...given };
  } catch (error) {
    const { problem, code } = toFailure(error);
    return { ok: false, problem, code, ms: took() } as ConnectionTest & Partial<T>;
  }
}

/** What an error of something outside says; any other is thrown on. */
export function toFailure(error: unknown): { problem: TryProblem; code: string | null } {
  if (error instanceof ConnectionTestError) return error;
  if (error instanceof OutboundError) return { problem: problemsByReason[error.reason], code: null };
  throw error;
}

/** What an HTTP status says of a key or a call; null when it went well. */
export function toRejection(status: number): ConnectionTestError | null {
  if (status >= 200 && status < 300) return null;
  return new ConnectionTestError(status === 401 || status === 403 ? 'auth' : 'rejected', String(status));
}

/** Hosts whose images, video and sound the console shows; a name each, which may stand in a policy. */
export function createMediaHosts(settings: SettingsReader): () => Promise<readonly string[]> {
  return async () => {
    const { mediaHosts: hosts } = await settings.read('system', 'outbound');
    return hosts ?? [];
  };
}
