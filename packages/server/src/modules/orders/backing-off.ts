import { createRetryPolicy } from '../../platform/store/retry-policy.ts';

/** How long to wait after so many tries of a delivery, a refund or a request to a gateway, in ms. */
export const computeBackoff = createRetryPolicy({ firstMs: 10_000, factor: 4, maxMs: 3_600_000 });

/** What went wrong, in a line that a record can hold; an unforeseen error gives no more than its name away. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { detail } = error as Error & { detail?: { errors?: Readonly<Record<string, readonly string[]>> } };
  const words = Object.values(detail?.errors ?? {}).flat();
  return (words.length > 0 ? words.join(', ') : error.message || error.name).slice(0, 200);
}
