import { ResponseError } from '@gantry/core';
import { exitCodes, getExitStatus } from '../context/exit.ts';

/** Why the server rejected a call, in its words. What is wrong with the way to it, or with who asks, goes on as it is. */
export function listRejectionReasons(error: unknown): string[] {
  if (!(error instanceof ResponseError) || error.code === null || getExitStatus(error) === exitCodes.signIn)
    throw error;
  const named = Object.values(error.errors).flat();
  return named.length > 0 ? named : [error.message];
}
