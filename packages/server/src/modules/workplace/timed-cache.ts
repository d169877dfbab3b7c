import type { Clock } from '../../platform/context/context.ts';

/** Caches values by name for a limited time. Concurrent callers share one load; a failed load is not cached. */
export interface TimedCache<T> {
  get(name: string, load: () => Promise<T>): Promise<T>;
}

export function createTimedCache<T>(clock: Clock, ms: number): TimedCache<T> {
  const stored = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return {
    get(name, load) {
      const now = clock();
      const found = stored.get(name);
      if (found && now >= found.at && now - found.at < ms) return found.answer;
      for (const [old, { at }] of stored) if (now < at || now - at >= ms) stored.delete(old);
      const answer = load();
      stored.set(name, { at: now, answer });
      answer.catch(() => {
        if (stored.get(name)?.answer === answer) stored.delete(name);
      });
      return answer;
    },
  };
}
