import type { IncomingMessage, ServerResponse } from 'node:http';

/** Request headers that a console of another origin sends. */
const allowedHeaders = 'authorization, content-type, accept-language, idempotency-key, x-gantry-via';
/** Response headers that it reads in addition to those that every script may read. */
const exposedHeaders = 'content-disposition, content-length, retry-after, x-request-id';
/** How long a browser may remember the answer to a preflight, in seconds; Chromium remembers no longer. */
const preflightSeconds = 7200;

/** Whether a request comes from a page of one of these origins. */
export function isFromOrigin({ headers }: Pick<IncomingMessage, 'headers'>, origins: readonly string[]): boolean {
  return headers.origin !== undefined && origins.includes(headers.origin);
}

/**
 * Allows pages of some origins to read an answer, of any status, and answers their preflights; true when the request was one. Calls carry
 * a token in a header and never cookies, so credentials are not allowed.
 */
export function answerCors(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): boolean {
  if (origins.length === 0) return false;
  // On every answer: a file that a page cached without asking as its origin must not be taken for the answer to a call.
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
