import { ResponseError } from '@gantry/core';
import { exitCodes, getExitStatus } from '../context/exit.ts';

/** Why the server rejected a call, in its words. Connection errors and errors of the session are thrown again. */
export function listRejectionReasons(error: unknown): string[] {
  if (!(error instanceof ResponseError) || error.code === null || getExitStatus(error) === exitCodes.signIn)
    throw error;
  const named = Object.values(error.errors).flat();
  return named.length > 0 ? named : [error.message];
}
