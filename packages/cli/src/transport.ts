import process from 'node:process';
import type { Transport, TransportRequest } from '@gantry/core';
import { Agent, type Dispatcher, request } from '#undici';

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

/** Sends calls with undici over one kept connection, through the proxy of the environment if there is one. */
export function createTransport(baseUrl: string, timeoutSeconds: number): CliTransport {
  const limits = {
    headersTimeout: timeoutSeconds * 1000,
    bodyTimeout: timeoutSeconds * 1000,
    connect: { timeout: 10_000 },
  };
  const proxied =
    process.env.HTTP_PROXY || process.env.HTTPS_PROXY || process.env.http_proxy || process.env.https_proxy;
  const local = /^https?:\/\/(127\.|localhost|\[::1\])/.test(baseUrl);
  const dispatching: Promise<Dispatcher> =
    proxied && !local
      ? import('./http/proxied.ts').then((room) => room.proxyDispatcher(limits))
      : Promise.resolve(new Agent(limits));
  const once = async (sent: TransportRequest) => {
    const signal = sent.signal ? { signal: sent.signal as AbortSignal } : {};
    const answer = await request(sent.url, {
      method: 'POST',
      body: sent.body,
      headers: { 'x-gantry-via': 'cli', ...sent.headers },
      dispatcher: await dispatching,
      ...signal,
    });
    const header = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      body: await answer.body.text(),
      retryAfter: typeof header === 'string' ? header : null,
    };
  };
  return {
    close: async () => (await dispatching).close(),
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
