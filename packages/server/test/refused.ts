import { ApiError, type FieldErrors } from '@gantry/core';

/** The field errors with which a call is rejected; null when it was rejected for another reason. A success is an error. */
export async function rejected(call: Promise<unknown>): Promise<FieldErrors | null> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error.detail.errors ?? null;
    throw error;
  }
  throw new Error('it was not refused');
}
