/** How long a snapshot counts as what is in force while no change is kept, in ms: of what changes by time alone. */
const lasts = 2_000;

/** What was built, with its version. */
interface Versioned {
  readonly version: string;
}

interface CachedSnapshot<T> {
  /** Builds it anew. */
  build(): Promise<T>;
  /** The one that is in force; the same while nothing that is kept has changed, for a short while. */
  inForce(): Promise<T>;
}

/**
 * Keeps the newest snapshot under a mark that every kept change moves on, so that whoever asks whether theirs is still in force
 * has nothing built. The mark is read before, so that a change meanwhile is none of the past.
 */
export function cacheSnapshot<T extends Versioned>(
  markOf: () => Promise<string>,
  read: () => Promise<T>,
  now: () => number = () => performance.now(),
): CachedSnapshot<T> {
  let stored: { readonly mark: string; readonly at: number; readonly snapshot: Promise<T> } | null = null;
  const keep = (mark: string): Promise<T> => {
    const fresh = { mark, at: now(), snapshot: read() };
    fresh.snapshot.catch(() => {
      if (stored === fresh) stored = null;
    });
    stored = fresh;
    return fresh.snapshot;
  };
  return {
    build: async () => keep(await markOf()),
    async inForce() {
      const mark = await markOf();
      return stored?.mark === mark && now() - stored.at < lasts ? stored.snapshot : keep(mark);
    },
  };
}
