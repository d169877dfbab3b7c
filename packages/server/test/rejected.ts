import { ApiError, type FieldErrors } from '@gantry/core';

/** Returns the field errors of a rejected call; null when it was rejected for another reason. Throws when the call succeeds. */
export async function rejected(call: Promise<unknown>): Promise<FieldErrors | null> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error.detail.errors ?? null;
    throw error;
  }
  throw new Error('it was not refused');
}
