import { ApiError } from '@gantry/core';

/** Maximum number of running calls per caller; more are a client's fault, not normal use. */
const maxPerCaller = 8;

/** Counts running calls, in total and by caller. The limits reject immediately, so that no calls queue up unseen. */
export interface RunningCalls {
  count(): number;
  /** Counts a call as running while its caller is authenticated. */
  whileArriving<T>(find: () => Promise<T>): Promise<T>;
  /** Returns how many calls ended per second: the higher number of the current and the previous second. */
  endedPerSecond(): number;
  /**
   * Counts a call and returns a function that ends the count. Throws when the process or the caller is at the limit. 0 is a
   * caller without an id, for which only the limit of the process applies.
   */
  enter(callerId: number): () => void;
}

/** Counts events, and returns the higher count of the current and the previous second. */
function createRateCounter(now: () => number) {
  let [second, current, previous] = [Math.floor(now() / 1000), 0, 0];
  const rotate = () => {
    const at = Math.floor(now() / 1000);
    if (at !== second) [second, current, previous] = [at, 0, at === second + 1 ? current : 0];
  };
  return {
    count() {
      rotate();
      current += 1;
    },
    perSecond() {
      rotate();
      return Math.max(current, previous);
    },
  };
}

/**
 * @param maxRunning maximum number of calls that run in this process
 * @param now returns the time in ms
 */
export function createRunningCalls(maxRunning: number, now: () => number): RunningCalls {
  const byCaller = new Map<number, number>();
  const ended = createRateCounter(now);
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
    enter(callerId) {
      const callerRunning = byCaller.get(callerId) ?? 0;
      if (callerId !== 0 && callerRunning >= maxPerCaller) throw new ApiError('tooMany', { retryAfter: 1 });
      if (running >= maxRunning) throw new ApiError('busy', { retryAfter: 1 });
      running++;
      byCaller.set(callerId, callerRunning + 1);
      return () => {
        running--;
        ended.count();
        const remaining = (byCaller.get(callerId) ?? 1) - 1;
        if (remaining > 0) byCaller.set(callerId, remaining);
        else byCaller.delete(callerId);
      };
    },
  };
}

/** Runs calls of one caller with the same idempotency key one after the other. */
export interface KeyQueue {
  /** @param key null for a call that has none, which does not wait */
  run<T>(callerId: number, key: string | null, work: () => Promise<T>): Promise<T>;
}

/**
 * The second of two concurrent calls with one key waits until the first is done, and returns the stored response of the key, so
 * that an external system is not called twice. Calls wait only within this process; their writes are idempotent in any case.
 */
export function createKeyQueue(): KeyQueue {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(callerId, key, work) {
      if (key === null) return work();
      const name = `${callerId} ${key}`;
      const before = last.get(name) ?? Promise.resolve();
      const current = before.then(work, work);
      last.set(name, current);
      const remove = () => {
        if (last.get(name) === current) last.delete(name);
      };
      current.then(remove, remove);
      return current;
    },
  };
}
