import type { Transport } from '@gantry/core';

/** What the transport needs to say in the reader's language that no answer came. */
type Unreachable = () => Promise<string>;

/** Sends one POST with the browser's own fetch; says that it comes from the console. */
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
      // The browser's own words for a server that is lost, before its answer or amid it, are in no language of the console;
      // a TypeError is all that it tells.
      throw error instanceof TypeError ? new Error(await unreachable(), { cause: error }) : error;
    }
  };
}
