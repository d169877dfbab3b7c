import { ApiError } from '@gantry/core';

const minute = 60_000;

export interface RateLimit {
  /** Counts a call of a client. Throws when the client has made all that it may in this minute. Gives what uncounts it. */
  count(clientId: number, perMinute: number): () => void;
}

/** Calls a minute of each client, counted by this process for itself. A minute begins with a client's first call in it. */
export function createRateLimit(now: () => number): RateLimit {
  const windows = new Map<number, { from: number; calls: number }>();
  return {
    count(clientId, perMinute) {
      const at = now();
      let window = windows.get(clientId);
      if (!window || at - window.from >= minute || at < window.from) {
        window = { from: at, calls: 0 };
        windows.set(clientId, window);
      }
      if (window.calls >= perMinute)
        throw new ApiError('tooMany', { retryAfter: Math.ceil((window.from + minute - at) / 1000) });
      window.calls += 1;
      const counted = window;
      return () => {
        counted.calls -= 1;
      };
    },
  };
}
