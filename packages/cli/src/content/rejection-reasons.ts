import { ResponseError } from '@gantry/core';
import { exitCodes, getExitStatus } from '../context/exit.ts';

/** The reasons of a rejected call. Connection and session errors are rethrown. */
export function listRejectionReasons(error: unknown): string[] {
  if (!(error instanceof ResponseError) || error.code === null || getExitStatus(error) === exitCodes.signIn)
    throw error;
  const named = Object.values(error.errors).flat();
  return named.length > 0 ? named : [error.message];
}
