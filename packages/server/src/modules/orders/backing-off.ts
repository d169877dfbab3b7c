const first = 10_000;
const longest = 3_600_000;

/** How long to wait after so many tries, in ms: ten seconds, and four times as long each time, up to an hour. */
export function computeBackoff(tries: number): number {
  return Math.min(first * 4 ** Math.max(0, tries - 1), longest);
}

/** What went wrong, in a line that a record can hold; an unforeseen error gives no more than its name away. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { detail } = error as Error & { detail?: { errors?: Readonly<Record<string, readonly string[]>> } };
  const words = Object.values(detail?.errors ?? {}).flat();
  return (words.length > 0 ? words.join(', ') : error.message || error.name).slice(0, 200);
}
