import { setTimeout as pause } from 'node:timers/promises';
import type { Transport, TransportRequest } from '@gantry/core';
import { connectTo, readText } from './connection.ts';

/** How calls of one program follow each other: all at once until a server asks for less. */
interface RateLimiter {
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

export interface CliTransport {
  readonly send: Transport;
  close(): Promise<void>;
}

/** Tries of a call that got no answer, or was told to come back; writes carry an idempotency key, reads change nothing. */
const tries = 4;

/** How long a call is waited for in all before it is given up, and who is told of a wait. */
export interface RetryTimeout {
  /** ms; null for a few tries within seconds. */
  readonly maxWaitMs: number | null;
  onWait?(ms: number): void;
}

/** Full jitter between 0 and a doubling bound; a Retry-After of the server wins. */
function waitFor(attempt: number, retryAfter: string | null): number {
  const requested = Number(retryAfter) * 1000;
  if (Number.isFinite(requested) && requested > 0) return requested;
  return Math.random() * Math.min(5_000, 200 * 2 ** attempt);
}

/** Waits before another attempt and resolves to true, or to false when the time of the call is up. Other calls wait as well. */
function getRetryTimeout({ maxWaitMs, onWait }: RetryTimeout, rateLimiter: RateLimiter) {
  let waited = 0;
  return async (attempt: number, retryAfter: string | null): Promise<boolean> => {
    const ms = waitFor(attempt, retryAfter);
    const isOver = maxWaitMs === null ? attempt >= tries || ms > 5_000 : waited + ms > maxWaitMs;
    if (isOver) return false;
    waited += ms;
    if (retryAfter !== null) rateLimiter.slowDown(ms);
    if (ms >= 2_000) onWait?.(ms);
    await pause(ms);
    return true;
  };
}

const mayRepeat = (sent: TransportRequest) =>
  sent.headers['idempotency-key'] !== undefined || /\/(list|get|info|state)$/.test(sent.url);

/** Sends calls over kept connections, and again where sending twice is safe. */
export function createTransport(
  baseUrl: string,
  timeoutSeconds: number,
  timeoutMs: RetryTimeout = { maxWaitMs: null },
): CliTransport {
  const connecting = connectTo(baseUrl, { silenceMs: timeoutSeconds * 1000, connectMs: 10_000 });
  const once = async ({ url, body, headers, signal }: TransportRequest) => {
    const connection = await connecting;
    const answer = await connection.post({
      url,
      body,
      // Named, so that one's list of sessions and the log of sign-ins say where from.
      headers: { 'x-gantry-via': 'cli', 'user-agent': `gantry-${headers['x-gantry-via'] ?? 'cli'}`, ...headers },
      ...(signal ? { signal: signal as AbortSignal } : {}),
    });
    return {
      status: answer.status,
      body: await readText(answer),
      retryAfter: answer.headers['retry-after'] ?? null,
    };
  };
  const rateLimiter = createRateLimiter(() => performance.now(), pause);
  return {
    close: async () => (await connecting).close(),
    send: async (sent) => {
      const waits = getRetryTimeout(timeoutMs, rateLimiter);
      const isPatient = timeoutMs.maxWaitMs !== null;
      for (let attempt = 1; ; attempt += 1) {
        try {
          await rateLimiter.turn();
          const answer = await once(sent);
          const again = (answer.status === 503 || answer.status === 429) && answer.retryAfter !== null;
          if (!again) rateLimiter.speedUp();
          if (!again || !mayRepeat(sent) || !(await waits(attempt, answer.retryAfter))) return answer;
        } catch (error) {
          // No server is there: without a time to wait, the call fails immediately.
          const rejected = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
          if ((rejected && !isPatient) || !mayRepeat(sent) || sent.signal?.aborted) throw error;
          if (!(await waits(attempt, null))) throw error;
        }
      }
    },
  };
}
