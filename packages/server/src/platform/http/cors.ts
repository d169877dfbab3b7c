import type { IncomingMessage, ServerResponse } from 'node:http';

/** Request headers that a console of another origin sends. */
const allowedHeaders = 'authorization, content-type, accept-language, idempotency-key, x-gantry-via';
/** Response headers that it reads in addition to those that every script may read. */
const exposedHeaders = 'content-disposition, content-length, retry-after, x-request-id';
/** How long a browser may cache the response to a preflight, in seconds. Chromium caches it no longer than this. */
const preflightSeconds = 7200;

/** Whether a request comes from a page of one of these origins. */
export function isFromOrigin({ headers }: Pick<IncomingMessage, 'headers'>, origins: readonly string[]): boolean {
  return headers.origin !== undefined && origins.includes(headers.origin);
}

/**
 * Lets pages of the given origins read responses of any status, and responds to their preflights. Returns true when the request
 * was a preflight. Calls carry a token in a header and never cookies, so credentials are not allowed.
 */
export function answerCors(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): boolean {
  if (origins.length === 0) return false;
  // Set on every response: a file that was cached without an origin must not be used as the response to a cross-origin call.
  response.setHeader('vary', 'origin');
  const { origin } = request.headers;
  if (origin === undefined || !isFromOrigin(request, origins)) return false;
  response.setHeader('access-control-allow-origin', origin);
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    response.setHeader('access-control-expose-headers', exposedHeaders);
    return false;
  }
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': String(preflightSeconds),
  });
  response.end();
  return true;
}
