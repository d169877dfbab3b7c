import type { Transport } from '@gantry/core';

/** Returns the localized message for a request without a response. */
type Unreachable = () => Promise<string>;

/** Creates a transport that sends each call as one POST with `fetch` and identifies the console as the client. */
export function fetchTransport(unreachable: Unreachable): Transport {
  return async ({ url, body, headers, signal }) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: { ...headers, 'x-gantry-via': 'web' },
        credentials: 'omit',
        ...(signal instanceof AbortSignal ? { signal } : {}),
      });
      return { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') };
    } catch (error) {
      // A browser reports a lost connection, before or during the response, as a TypeError whose message is not localized.
      throw error instanceof TypeError ? new Error(await unreachable(), { cause: error }) : error;
    }
  };
}
