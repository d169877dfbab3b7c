import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorName, getError, type Locale } from '@gantry/core';
import type { FastifyInstance } from 'fastify';
import { createFailedAnswer } from '../answer-error.ts';
import { getRequestLocale } from '../request-context.ts';
import { defaultSecurityHeaders } from '../security-headers.ts';
import type { CallLine } from './admission-queue.ts';
import type { AddressLimit } from './limits.ts';

/** Seconds after which a call that was turned away may come again. */
const wait = 1;

/** Calls that wait in one line. */
export interface CallLane {
  /** Where they are, as figures name it. */
  readonly path: string;
  /** Does the limit of addresses count them? */
  readonly isLimited: boolean;
  readonly line: CallLine;
}

/** Null of what is no call: it always gets its answer. */
export type LaneOf = (url: string) => CallLane | null;

export type OnShed = (path: string, status: number, code: number) => void;

/**
 * Turns a call away when it would wait for too long; false when it need not. To be asked before the framework sees the
 * request: what a refusal costs is taken from the calls that are done.
 */
export function createShed(laneOf: LaneOf, onShed: OnShed) {
  const reject = createReject();
  const busy = getError('busy');
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const outbound = laneOf(request.url ?? '');
    if (outbound === null || outbound.line.hasCapacity()) return false;
    reject(response, 'busy', wait, getRequestLocale(request), randomUUID());
    onShed(outbound.path, busy.http, busy.code);
    return true;
  };
}

/**
 * Has calls wait for their turn, in the line of the route that answers: its address can be written in many ways. Whoever calls
 * too often is turned away first and takes no place of others.
 * @param limit null counts nobody
 */
export function queueCalls(app: FastifyInstance, laneOf: LaneOf, limit: AddressLimit | null, onShed: OnShed): void {
  app.decorateRequest('cameAt', null);
  const reject = createReject();
  app.addHook('onRequest', (request, reply, next) => {
    const outbound = laneOf(request.routeOptions.url ?? request.url);
    if (outbound === null) return next();
    request.cameAt = performance.now();
    const turnAway = (name: ErrorName, retryAfter: number) => {
      reply.hijack();
      reject(reply.raw, name, retryAfter, getRequestLocale(request), request.id);
      onShed(outbound.path, getError(name).http, getError(name).code);
    };
    const waitInLine = () => {
      // Nobody waits any more for what was asked over a connection that has ended.
      if (!outbound.line.admits(() => reply.raw.destroyed || next())) turnAway('busy', wait);
    };
    if (limit === null || !outbound.isLimited) return waitInLine();
    limit(request).then((seconds) => (seconds === null ? waitInLine() : turnAway('tooMany', seconds)), next);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When a call came, before it waited for its turn, in ms of the monotonic clock; null of what is no call. */
    cameAt: number | null;
  }
}

/** What a refusal says, before and after the name of its request. */
interface RejectionText {
  readonly http: number;
  readonly before: string;
  readonly after: string;
}

/** All ASCII: quicker to write, and as many bytes as characters. */
function asAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function formatRejection(name: ErrorName, retryAfter: number, locale: Locale): RejectionText {
  const place = 'here';
  const { http, body } = createFailedAnswer(name, { retryAfter }, locale, place);
  const [before = '', after = ''] = asAscii(JSON.stringify(body)).split(JSON.stringify(place));
  return { http, before, after };
}

type Reject = (
  response: ServerResponse,
  name: ErrorName,
  retryAfter: number,
  locale: Locale,
  requestId: string,
) => void;

/** Writes refusals. There are few different ones, and each is put into words once. */
function createReject(): Reject {
  const texts = new Map<string, RejectionText>();
  const textOf = (name: ErrorName, retryAfter: number, locale: Locale) => {
    const key = `${name} ${retryAfter} ${locale}`;
    const text = texts.get(key) ?? formatRejection(name, retryAfter, locale);
    texts.set(key, text);
    return text;
  };
  return (response, name, retryAfter, locale, requestId) => {
    const { http, before, after } = textOf(name, retryAfter, locale);
    const text = `${before}${JSON.stringify(requestId)}${after}`;
    const [length, seconds] = [String(text.length), String(retryAfter)];
    const own = ['content-length', length, 'retry-after', seconds, 'x-request-id', requestId];
    response.writeHead(http, [...rawErrorFields, ...own]);
    // Head and body go out as one text, which is quicker than one after the other.
    response.end(text, 'latin1');
  };
}

const rawErrorFields: readonly string[] = Object.entries({
  ...defaultSecurityHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
}).flat();
