import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import rateLimit from '@fastify/rate-limit';
import {
  ApiError,
  apiBase,
  type ErrorName,
  getError,
  type Locale,
  payBase,
  serviceBase,
  sessionPaths,
} from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createFailedAnswer } from '../answer-error.ts';
import { getRequestLocale } from '../request-context.ts';
import { defaultSecurityHeaders } from '../security-headers.ts';
import { type CallLine, type CallTurns, createCallTurns } from './admission-queue.ts';
import { createRunningCalls, type RunningCalls } from './running-calls.ts';

/** Share of the heap past which new calls are rejected. */
const heapShare = 0.9;
/** How long one reading of the heap holds, in ms. */
const readEveryMs = 1000;

/** Rejects new calls before memory runs out: when more than `mostBytes` of the heap are used. */
export function addHeapLimit(api: FastifyInstance, maxBytes = getHeapStatistics().heap_size_limit * heapShare): void {
  let used = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  api.addHook('onRequest', (_request, _reply, done) => {
    const now = performance.now();
    if (now - readAt >= readEveryMs) {
      // Asks the engine alone: `process.memoryUsage` opens a file, and throws where no more may be open.
      used = getHeapStatistics().used_heap_size;
      readAt = now;
    }
    done(used > maxBytes ? new ApiError('busy', { retryAfter: 2 }) : undefined);
  });
}

/** Counts a call of the request's address; gives the seconds to wait when it has made all that it may, and null otherwise. */
type AddressLimit = (request: FastifyRequest) => Promise<number | null>;

/** @param perMinute calls that one address may make in a minute; an IPv6 network counts as one address */
export async function createAddressLimit(app: FastifyInstance, perMinute: number): Promise<AddressLimit> {
  await app.register(rateLimit, { global: false, max: perMinute, timeWindow: 60_000, cache: 20_000, ipv6Subnet: 64 });
  const count = app.createRateLimit();
  return async (request) => {
    const counted = await count(request);
    return !counted.isAllowed && counted.isExceeded ? counted.ttlInSeconds : null;
  };
}

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
 * Rejects a call that would wait for too long; returns false for any other. Must run before the framework sees the request, since a
 * rejection takes time from the calls that run.
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
 * Lets calls wait for their turn, in the line of the route that answers, since its URL can be written in many ways. A client that
 * calls too often is rejected first and takes no capacity of others.
 * @param limit null for no limit
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
      // The answer to a request whose connection has ended is not needed.
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

/** The body of a rejection, before and after the id of its request. */
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

/** Writes rejections. There are few different ones, and each is formatted once. */
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

/** Under it is all that waits for its turn. */
const allCalls = '/api/';

/** Maximum calls that run at a time in one process; more are rejected immediately, since they would only wait for each other. */
const runningInAll = 256;

/** Calls that are needed to sign in. They have database connections of their own, and do not wait for those that others take. */
const toGetIn: readonly string[] = [sessionPaths.login, sessionPaths.captcha];

/** How much is going on in one line. */
export interface LineLoad {
  readonly line: 'console' | 'sign_in' | 'service' | 'payment';
  readonly running: number;
  readonly waiting: number;
}

/** Where calls wait, and where they are counted once they have started. */
export interface CallLanes {
  readonly laneOf: LaneOf;
  /** The calls of a person, by the path under the API's base. */
  runningOf(path: string): RunningCalls;
  readonly services: RunningCalls;
  readonly notices: RunningCalls;
  loads(): readonly LineLoad[];
  /** A connection was taken. */
  onConnection: CallTurns['onConnection'];
}

/**
 * Each kind of call waits in a line of its own and takes no places of the others. Services call often and from one address:
 * their limit is that of their client.
 * @param isSaturated whether a call would wait for a database connection behind others
 */
export function createCallLanes(isSaturated: () => boolean): CallLanes {
  const turns = createCallTurns(() => performance.now(), later, isSaturated);
  const [people, services, signIns, notices] = [newRunning(), newRunning(), newRunning(), newRunning()];
  const usual = { path: apiBase, isLimited: true, line: turns.addLine(people) };
  const service = { path: serviceBase, isLimited: false, line: turns.addLine(services) };
  const notice = { path: payBase, isLimited: true, line: turns.addLine(notices) };
  const source = { path: apiBase, isLimited: true, line: turns.addLine(signIns, true) };
  const loadOf = (line: LineLoad['line'], running: RunningCalls, outbound: typeof usual): LineLoad => ({
    line,
    running: running.count(),
    waiting: outbound.line.waiting(),
  });
  const signInPaths = new Set(toGetIn.map((path) => `${apiBase}${path}`));
  return {
    services,
    notices,
    onConnection: turns.onConnection,
    loads: () => [
      loadOf('console', people, usual),
      loadOf('sign_in', signIns, source),
      loadOf('service', services, service),
      loadOf('payment', notices, notice),
    ],
    runningOf: (path) => (toGetIn.includes(path) ? signIns : people),
    laneOf(url) {
      if (!url.startsWith(allCalls)) return null;
      if (url.startsWith(serviceBase)) return service;
      if (url.startsWith(payBase)) return notice;
      return signInPaths.has(url) ? source : usual;
    },
  };
}

const newRunning = () => createRunningCalls(runningInAll, () => performance.now());

function later(step: () => void, ms?: number): void {
  if (ms === undefined) setImmediate(step);
  else setTimeout(step, ms);
}
