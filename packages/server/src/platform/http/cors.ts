import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a console of another origin sends. */
const allowedHeaders = 'authorization, content-type, accept-language, idempotency-key, x-gantry-via';
/** What it reads of an answer beyond what every script may read. */
const exposedHeaders = 'content-disposition, content-length, retry-after, x-request-id';
/** How long a browser may remember the answer to a preflight, in seconds; Chromium remembers no longer. */
const preflightSeconds = 7200;

/** Whether a request comes from a page of one of these origins. */
export function isFromOrigin({ headers }: Pick<IncomingMessage, 'headers'>, origins: readonly string[]): boolean {
  return headers.origin !== undefined && origins.includes(headers.origin);
}

/**
 * Allows pages of some origins to read an answer, of whatever status, and answers their preflights; true when that was all. Calls carry
 * a token in a header and never cookies, so credentials are not allowed.
 */
export function answerCors(request: IncomingMessage, response: ServerResponse, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !isFromOrigin(request, origins)) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'origin');
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
