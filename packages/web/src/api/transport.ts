import type { Transport } from '@gantry/core';

/** Sends one POST with the browser's own fetch; says that it comes from the console. */
export const fetchTransport: Transport = async ({ url, body, headers, signal }) => {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { ...headers, 'x-gantry-via': 'web' },
    credentials: 'omit',
    ...(signal instanceof AbortSignal ? { signal } : {}),
  });
  return { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') };
};
