import type { Transport, TransportRequest } from '@gantry/core';
import { connectTo, textOf } from './http/connection.ts';

export interface CliTransport {
  readonly send: Transport;
  close(): Promise<void>;
}

/** Tries of a call that got no answer, or was told to come back; writes carry an idempotency key, reads change nothing. */
const tries = 4;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Full jitter between 0 and a doubling bound; a Retry-After of the server wins, up to 5 s. */
function waitFor(attempt: number, retryAfter: string | null): number {
  const asked = Number(retryAfter) * 1000;
  if (Number.isFinite(asked) && asked > 0) return Math.min(asked, 5_000);
  return Math.random() * Math.min(5_000, 200 * 2 ** attempt);
}

const mayRepeat = (sent: TransportRequest) =>
  sent.headers['idempotency-key'] !== undefined || /\/(list|get|info|state)$/.test(sent.url);

/** Sends calls over kept connections, and again where sending twice is safe. */
export function createTransport(baseUrl: string, timeoutSeconds: number): CliTransport {
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
      body: await textOf(answer),
      retryAfter: answer.headers['retry-after'] ?? null,
    };
  };
  return {
    close: async () => (await connecting).close(),
    send: async (sent) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const answer = await once(sent);
          const again =
            (answer.status === 503 || answer.status === 429) &&
            answer.retryAfter !== null &&
            Number(answer.retryAfter) <= 5;
          if (!again || attempt >= tries || !mayRepeat(sent)) return answer;
          await pause(waitFor(attempt, answer.retryAfter));
        } catch (error) {
          const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
          if (refused || attempt >= tries || !mayRepeat(sent) || sent.signal?.aborted) throw error;
          await pause(waitFor(attempt, null));
        }
      }
    },
  };
}
