import { createRetryPolicy } from '../../platform/store/retry-policy.ts';

/** Returns the delay in ms before the next attempt of a delivery, a refund or a request to a gateway. */
export const computeBackoff = createRetryPolicy({ firstMs: 10_000, factor: 4, maxMs: 3_600_000 });

/** Describes an error in one line of at most 200 characters, short enough for a stored record. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { detail } = error as Error & { detail?: { errors?: Readonly<Record<string, readonly string[]>> } };
  const words = Object.values(detail?.errors ?? {}).flat();
  return (words.length > 0 ? words.join(', ') : error.message || error.name).slice(0, 200);
}
