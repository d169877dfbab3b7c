import { setTimeout as pause } from 'node:timers/promises';
import type { Transport, TransportRequest } from '@gantry/core';
import { connectTo, readText } from './connection.ts';

/** Spaces the calls of one program: they are sent without delay until a server asks for less. */
interface RateLimiter {
  /** Resolves when a call may be sent. */
  turn(): Promise<void>;
  /** Pauses all calls for `ms`, because the server is busy and asked for it, and spaces the later ones more. */
  slowDown(ms: number): void;
  /** Spaces the next calls a little less, because a call was answered. */
  speedUp(): void;
}

/** Delay between two calls in ms: the first one after a busy response, and the longest. */
const [first, slowest] = [50, 2_000];

/**
 * A token bucket of size one that refills more slowly each time a server is busy.
 * @param now a monotonic clock in ms
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

export interface CliTransport {
  readonly send: Transport;
  close(): Promise<void>;
}

/**
 * How often a call is sent that gets no response or is asked to wait. Repeating is safe: writes carry an idempotency key, reads
 * change nothing.
 */
const maxAttempts = 4;

/** How long a call is retried in total, and a callback for each wait. */
export interface RetryTimeout {
  /** In ms; null for a few attempts within seconds. */
  readonly maxWaitMs: number | null;
  onWait?(ms: number): void;
}

/** The delay before the next attempt in ms: Retry-After when the server sends it, else full jitter below a doubling bound. */
function getRetryDelay(attempt: number, retryAfter: string | null): number {
  const requested = Number(retryAfter) * 1000;
  if (Number.isFinite(requested) && requested > 0) return requested;
  return Math.random() * Math.min(5_000, 200 * 2 ** attempt);
}

/**
 * Returns a function that waits before another attempt and resolves to true. It resolves to false immediately when the time of
 * the call is used up. Other calls wait as well.
 */
function createRetryWait({ maxWaitMs, onWait }: RetryTimeout, rateLimiter: RateLimiter) {
  let waited = 0;
  return async (attempt: number, retryAfter: string | null): Promise<boolean> => {
    const ms = getRetryDelay(attempt, retryAfter);
    const isOver = maxWaitMs === null ? attempt >= maxAttempts || ms > 5_000 : waited + ms > maxWaitMs;
    if (isOver) return false;
    waited += ms;
    if (retryAfter !== null) rateLimiter.slowDown(ms);
    if (ms >= 2_000) onWait?.(ms);
    await pause(ms);
    return true;
  };
}

const canRepeat = (sent: TransportRequest) =>
  sent.headers['idempotency-key'] !== undefined || /\/(list|get|info|state)$/.test(sent.url);

/** Creates a transport over connections that stay open. It repeats calls for which this is safe. */
export function createTransport(
  baseUrl: string,
  timeoutSeconds: number,
  timeoutMs: RetryTimeout = { maxWaitMs: null },
): CliTransport {
  const connecting = connectTo(baseUrl, { silenceMs: timeoutSeconds * 1000, connectMs: 10_000 });
  const sendOnce = async ({ url, body, headers, signal }: TransportRequest) => {
    const connection = await connecting;
    const response = await connection.post({
      url,
      body,
      // Identifies the CLI in the list of sessions and in the sign-in log.
      headers: { 'x-gantry-via': 'cli', 'user-agent': `gantry-${headers['x-gantry-via'] ?? 'cli'}`, ...headers },
      ...(signal ? { signal: signal as AbortSignal } : {}),
    });
    return {
      status: response.status,
      body: await readText(response),
      retryAfter: response.headers['retry-after'] ?? null,
    };
  };
  const rateLimiter = createRateLimiter(() => performance.now(), pause);
  return {
    close: async () => (await connecting).close(),
    send: async (sent) => {
      const waits = createRetryWait(timeoutMs, rateLimiter);
      const isPatient = timeoutMs.maxWaitMs !== null;
      for (let attempt = 1; ; attempt += 1) {
        try {
          await rateLimiter.turn();
          const response = await sendOnce(sent);
          const again = (response.status === 503 || response.status === 429) && response.retryAfter !== null;
          if (!again) rateLimiter.speedUp();
          if (!again || !canRepeat(sent) || !(await waits(attempt, response.retryAfter))) return response;
        } catch (error) {
          // The server is down: the call fails immediately unless a time to wait is given.
          const rejected = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
          if ((rejected && !isPatient) || !canRepeat(sent) || sent.signal?.aborted) throw error;
          if (!(await waits(attempt, null))) throw error;
        }
      }
    },
  };
}
