/** Lets calls with one key of one caller go one after the other. */
export interface KeyTurns {
  /** @param key null for a call that has none, which waits for nobody */
  take<T>(callerId: number, key: string | null, work: () => Promise<T>): Promise<T>;
}

/**
 * Of two calls with one key at the same moment the second waits until the first is done, and is answered by its key: neither asks
 * anybody outside for the same thing again. They wait in this process alone; what they write is there once in any case.
 */
export function createKeyTurns(): KeyTurns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(callerId, key, work) {
      if (key === null) return work();
      const name = `${callerId} ${key}`;
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      last.set(name, mine);
      const leave = () => {
        if (last.get(name) === mine) last.delete(name);
      };
      mine.then(leave, leave);
      return mine;
    },
  };
}
