/** How calls of one program follow each other: all at once until a server asks for less. */
export interface RateLimiter {
  /** Resolves when a call may be sent. */
  turn(): Promise<void>;
  /** A server was busy and said to come back: nothing is sent for so many ms, and less often after it. */
  slowDown(ms: number): void;
  /** A call was answered: the next ones may follow a little sooner. */
  speedUp(): void;
}

/** ms between two calls: the first step of a slower pace, and the slowest. */
const [first, slowest] = [50, 2_000];

/**
 * A bucket of one token that is filled the more slowly the more often a server is busy.
 * @param now ms of a clock that never goes back
 */
export function createRateLimiter(now: () => number, pause: (ms: number) => Promise<unknown>): RateLimiter {
  let [interval, free] = [0, 0];
  return {
    turn: async () => {
      const at = Math.max(now(), free);
      free = at + interval;
      const ms = at - now();
      if (ms > 0) await pause(ms);
    },
    slowDown: (ms) => {
      interval = Math.min(slowest, Math.max(first, interval * 2));
      free = Math.max(free, now() + ms);
    },
    speedUp: () => {
      interval = interval <= first / 4 ? 0 : interval * 0.8;
    },
  };
}
