import { errorNamed } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failedAnswer } from './answer-error.ts';
import { localeOfRequest } from './asking.ts';
import { bareHeaders } from './security-headers.ts';

/** Seconds after which a call that was turned away may come again. */
const wait = 1;

/**
 * Turns calls away while more come than can be done. It is the first to see a request and answers by itself: what a refusal
 * costs is taken from the calls that are done.
 */
export function shedCalls(
  app: FastifyInstance,
  admits: (path: string) => boolean,
  onShed: (request: FastifyRequest, status: number, code: number) => void,
): void {
  const { http, code } = errorNamed('busy');
  app.addHook('onRequest', (request, reply, next) => {
    if (admits(request.url)) return next();
    const { body } = failedAnswer('busy', { retryAfter: wait }, localeOfRequest(request), request.id);
    const text = Buffer.from(JSON.stringify(body));
    reply.hijack();
    reply.raw.writeHead(http, {
      ...bareHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': text.length,
      'cache-control': 'no-store',
      'retry-after': String(wait),
      'x-request-id': request.id,
    });
    reply.raw.end(text);
    onShed(request, http, code);
  });
}
