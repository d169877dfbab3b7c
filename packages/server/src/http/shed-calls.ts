import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorName, errorNamed, type Locale } from '@gantry/core';
import type { FastifyInstance } from 'fastify';
import { failedAnswer } from './answer-error.ts';
import { localeOfRequest } from './asking.ts';
import type { CallLine } from './call-turns.ts';
import type { AddressLimit } from './limits.ts';
import { bareHeaders } from './security-headers.ts';

/** Seconds after which a call that was turned away may come again. */
const wait = 1;

/** Calls that wait in one line. */
export interface CallGate {
  /** Where they are, as figures name it. */
  readonly path: string;
  /** Does the limit of addresses count them? */
  readonly isLimited: boolean;
  readonly line: CallLine;
}

/** Null of what is no call: it always gets its answer. */
export type GateOf = (url: string) => CallGate | null;

export type OnShed = (path: string, status: number, code: number) => void;

/**
 * Turns a call away when it would wait for too long; false when it need not. To be asked before the framework sees the
 * request: what a refusal costs is taken from the calls that are done.
 */
export function createShed(gateOf: GateOf, onShed: OnShed) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const gate = gateOf(request.url ?? '');
    if (gate === null || gate.line.hasRoom()) return false;
    refuse(response, 'busy', wait, localeOfRequest(request), randomUUID());
    onShed(gate.path, errorNamed('busy').http, errorNamed('busy').code);
    return true;
  };
}

/**
 * Has calls wait for their turn, in the line of the route that answers: its address can be written in many ways. Whoever calls
 * too often is turned away first and takes no place of others.
 * @param limit null counts nobody
 */
export function haveCallsWait(app: FastifyInstance, gateOf: GateOf, limit: AddressLimit | null, onShed: OnShed): void {
  app.decorateRequest('cameAt', null);
  app.addHook('onRequest', (request, reply, next) => {
    const gate = gateOf(request.routeOptions.url ?? request.url);
    if (gate === null) return next();
    request.cameAt = performance.now();
    const turnAway = (name: ErrorName, retryAfter: number) => {
      reply.hijack();
      refuse(reply.raw, name, retryAfter, localeOfRequest(request), request.id);
      onShed(gate.path, errorNamed(name).http, errorNamed(name).code);
    };
    const waitInLine = () => {
      // Nobody waits any more for what was asked over a connection that has ended.
      if (!gate.line.admits(() => reply.raw.destroyed || next())) turnAway('busy', wait);
    };
    if (limit === null || !gate.isLimited) return waitInLine();
    limit(request).then((seconds) => (seconds === null ? waitInLine() : turnAway('tooMany', seconds)), next);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When a call came, before it waited for its turn, in ms of the monotonic clock; null of what is no call. */
    cameAt: number | null;
  }
}

/** Head and body are written as one text, which is quicker than one after the other. */
function refuse(
  response: ServerResponse,
  name: ErrorName,
  retryAfter: number,
  locale: Locale,
  requestId: string,
): void {
  const { http, body } = failedAnswer(name, { retryAfter }, locale, requestId);
  const text = JSON.stringify(body);
  response.writeHead(http, [
    ...bareFields,
    'content-length',
    String(Buffer.byteLength(text)),
    'retry-after',
    String(retryAfter),
    'x-request-id',
    requestId,
  ]);
  response.end(text);
}

const bareFields: readonly string[] = Object.entries({
  ...bareHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
}).flat();
