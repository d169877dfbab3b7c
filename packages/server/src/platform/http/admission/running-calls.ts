import { ApiError } from '@gantry/core';

/** Calls that one person may have running at once; more come from a fault, not from work. */
const perPerson = 8;

/** How many calls run or are about to, and how many by person. The limits reject immediately, so that nothing queues up unseen. */
export interface RunningCalls {
  count(): number;
  /** Counts a call as one that is about to run while it is found out whose it is. */
  whileArriving<T>(find: () => Promise<T>): Promise<T>;
  /** How many ended in a second, of the last two the better one. */
  endedPerSecond(): number;
  /**
   * Counts a call and returns a function that ends the count. Throws when the process is at its limit, or when this person is; 0 is
   * a caller without an id, who is not counted by person.
   */
  enter(personId: number): () => void;
}

/** Counts what happens, and says how many times it did in the last second. */
function createRateLimiter(now: () => number) {
  let [second, inThis, before] = [Math.floor(now() / 1000), 0, 0];
  const turn = () => {
    const at = Math.floor(now() / 1000);
    if (at !== second) [second, inThis, before] = [at, 0, at === second + 1 ? inThis : 0];
  };
  return {
    count() {
      turn();
      inThis += 1;
    },
    perSecond() {
      turn();
      return Math.max(inThis, before);
    },
  };
}

/**
 * @param inAll calls in this process at once
 * @param now ms
 */
export function createRunningCalls(inAll: number, now: () => number): RunningCalls {
  const byPerson = new Map<number, number>();
  const ended = createRateLimiter(now);
  let [running, arriving] = [0, 0];
  return {
    count: () => running + arriving,
    async whileArriving(find) {
      arriving++;
      try {
        return await find();
      } finally {
        arriving--;
      }
    },
    endedPerSecond: ended.perSecond,
    enter(personId) {
      const own = byPerson.get(personId) ?? 0;
      if (personId !== 0 && own >= perPerson) throw new ApiError('tooMany', { retryAfter: 1 });
      if (running >= inAll) throw new ApiError('busy', { retryAfter: 1 });
      running++;
      byPerson.set(personId, own + 1);
      return () => {
        running--;
        ended.count();
        const left = (byPerson.get(personId) ?? 1) - 1;
        if (left > 0) byPerson.set(personId, left);
        else byPerson.delete(personId);
      };
    },
  };
}

/** Lets calls with one key of one caller go one after the other. */
export interface KeyTurns {
  /** @param key null for a call that has none, which does not wait */
  take<T>(callerId: number, key: string | null, work: () => Promise<T>): Promise<T>;
}

/**
 * Of two calls with one key at the same moment the second waits until the first is done, and is answered by its key, so that an
 * external system is not called twice. They wait only in this process; in any case they are written once.
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
