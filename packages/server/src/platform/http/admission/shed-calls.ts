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
import { createErrorResponse } from '../error-response.ts';
import { getRequestLocale } from '../request-context.ts';
import { defaultSecurityHeaders } from '../security-headers.ts';
import { type CallLine, type CallTurns, createCallTurns } from './admission-queue.ts';
import { createRunningCalls, type RunningCalls } from './running-calls.ts';

/** Used share of the heap above which new calls are rejected. */
const maxHeapShare = 0.9;
/** Interval at which the used heap is read, in ms. */
const readEveryMs = 1000;

/** Rejects new calls before memory runs out: when more than `maxBytes` of the heap are used. */
export function addHeapLimit(
  api: FastifyInstance,
  maxBytes = getHeapStatistics().heap_size_limit * maxHeapShare,
): void {
  let used = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  api.addHook('onRequest', (_request, _reply, done) => {
    const now = performance.now();
    if (now - readAt >= readEveryMs) {
      // Does not use `process.memoryUsage`, which opens a file and throws when no more files may be open.
      used = getHeapStatistics().used_heap_size;
      readAt = now;
    }
    done(used > maxBytes ? new ApiError('busy', { retryAfter: 2 }) : undefined);
  });
}

/** Counts a call of the request's IP address; returns the seconds to wait when the limit is exceeded, and null otherwise. */
type AddressLimit = (request: FastifyRequest) => Promise<number | null>;

/** @param perMinute maximum calls per minute of an IP address; an IPv6 network counts as one address */
export async function createAddressLimit(app: FastifyInstance, perMinute: number): Promise<AddressLimit> {
  await app.register(rateLimit, { global: false, max: perMinute, timeWindow: 60_000, cache: 20_000, ipv6Subnet: 64 });
  const count = app.createRateLimit();
  return async (request) => {
    const counted = await count(request);
    return !counted.isAllowed && counted.isExceeded ? counted.ttlInSeconds : null;
  };
}

/** Retry-After of a call that is rejected because of overload, in seconds. */
const retryAfterSeconds = 1;

/** A group of calls that share a waiting line. */
export interface CallLane {
  /** Path of the calls, as metrics name it. */
  readonly path: string;
  /** Whether the limit per IP address applies. */
  readonly isLimited: boolean;
  readonly line: CallLine;
}

/** Returns the lane of a call; null for a URL that is not a call, which is never rejected. */
export type LaneOf = (url: string) => CallLane | null;

export type OnShed = (path: string, status: number, code: number) => void;

/**
 * Rejects a call that would wait too long; returns false for any other. Must run before the framework handles the request, since
 * a rejection takes time from the running calls.
 */
export function createShed(laneOf: LaneOf, onShed: OnShed) {
  const reject = createReject();
  const busy = getError('busy');
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const lane = laneOf(request.url ?? '');
    if (lane === null || lane.line.hasCapacity()) return false;
    reject(response, 'busy', retryAfterSeconds, getRequestLocale(request), randomUUID());
    onShed(lane.path, busy.http, busy.code);
    return true;
  };
}

/**
 * Lets calls wait for their turn in the line of the matched route, since a URL can be written in many ways. A client that calls
 * too often is rejected first and uses no capacity.
 * @param limit null for no limit
 */
export function queueCalls(app: FastifyInstance, laneOf: LaneOf, limit: AddressLimit | null, onShed: OnShed): void {
  app.decorateRequest('receivedAt', null);
  const reject = createReject();
  app.addHook('onRequest', (request, reply, next) => {
    const lane = laneOf(request.routeOptions.url ?? request.url);
    if (lane === null) return next();
    request.receivedAt = performance.now();
    const rejectCall = (name: ErrorName, retryAfter: number) => {
      reply.hijack();
      reject(reply.raw, name, retryAfter, getRequestLocale(request), request.id);
      onShed(lane.path, getError(name).http, getError(name).code);
    };
    const waitInLine = () => {
      // A request whose connection has ended needs no response.
      if (!lane.line.admits(() => reply.raw.destroyed || next())) rejectCall('busy', retryAfterSeconds);
    };
    if (limit === null || !lane.isLimited) return waitInLine();
    limit(request).then((seconds) => (seconds === null ? waitInLine() : rejectCall('tooMany', seconds)), next);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When a call arrived, before it waited for its turn, in ms of the monotonic clock; null for other requests. */
    receivedAt: number | null;
  }
}

/** The body of a rejection, split around the request id. */
interface RejectionText {
  readonly http: number;
  readonly before: string;
  readonly after: string;
}

/** Escapes all non-ASCII characters, so that the text is faster to write and has as many bytes as characters. */
function asAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function formatRejection(name: ErrorName, retryAfter: number, locale: Locale): RejectionText {
  const placeholder = 'here';
  const { http, body } = createErrorResponse(name, { retryAfter }, locale, placeholder);
  const [before = '', after = ''] = asAscii(JSON.stringify(body)).split(JSON.stringify(placeholder));
  return { http, before, after };
}

type Reject = (
  response: ServerResponse,
  name: ErrorName,
  retryAfter: number,
  locale: Locale,
  requestId: string,
) => void;

/** Returns a function that writes rejections. There are few different ones, and each is formatted only once. */
function createReject(): Reject {
  const texts = new Map<string, RejectionText>();
  const getText = (name: ErrorName, retryAfter: number, locale: Locale) => {
    const key = `${name} ${retryAfter} ${locale}`;
    const text = texts.get(key) ?? formatRejection(name, retryAfter, locale);
    texts.set(key, text);
    return text;
  };
  return (response, name, retryAfter, locale, requestId) => {
    const { http, before, after } = getText(name, retryAfter, locale);
    const text = `${before}${JSON.stringify(requestId)}${after}`;
    const [length, seconds] = [String(text.length), String(retryAfter)];
    const headers = ['content-length', length, 'retry-after', seconds, 'x-request-id', requestId];
    response.writeHead(http, [...rawErrorFields, ...headers]);
    // Latin-1 lets Node write headers and body as one chunk, which is faster.
    response.end(text, 'latin1');
  };
}

const rawErrorFields: readonly string[] = Object.entries({
  ...defaultSecurityHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
}).flat();

/** Calls under this path wait for their turn. */
const allCalls = '/api/';

/** Maximum number of calls that run in one process; more are rejected immediately, since they would only wait for each other. */
const maxRunning = 256;

/** Calls that are needed to sign in. They have reserved database connections, and do not wait for those that other calls use. */
const signInCalls: readonly string[] = [sessionPaths.login, sessionPaths.captcha];

/** The load of one line. */
export interface LineLoad {
  readonly line: 'console' | 'sign_in' | 'service' | 'payment';
  readonly running: number;
  readonly waiting: number;
}

/** The lines in which calls wait, and the counters of the running calls. */
export interface CallLanes {
  readonly laneOf: LaneOf;
  /** Returns the counter of the console's calls, by the path below the base of the API. */
  getRunningCalls(path: string): RunningCalls;
  readonly services: RunningCalls;
  readonly paymentNotifications: RunningCalls;
  loads(): readonly LineLoad[];
  /** Must be called when the server accepts a connection. */
  onConnection: CallTurns['onConnection'];
}

/**
 * Creates a line for each type of call, so that none uses the capacity of another. Services call often and from one IP address,
 * so they have a limit per client instead.
 * @param isSaturated whether a call would wait for a database connection behind others
 */
export function createCallLanes(isSaturated: () => boolean): CallLanes {
  const turns = createCallTurns(() => performance.now(), schedule, isSaturated);
  const [consoleCalls, services, signIns, paymentNotifications] = [
    createCounter(),
    createCounter(),
    createCounter(),
    createCounter(),
  ];
  const consoleLane = { path: apiBase, isLimited: true, line: turns.addLine(consoleCalls) };
  const serviceLane = { path: serviceBase, isLimited: false, line: turns.addLine(services) };
  const paymentLane = { path: payBase, isLimited: true, line: turns.addLine(paymentNotifications) };
  const signInLane = { path: apiBase, isLimited: true, line: turns.addLine(signIns, true) };
  const loadOf = (line: LineLoad['line'], running: RunningCalls, lane: typeof consoleLane): LineLoad => ({
    line,
    running: running.count(),
    waiting: lane.line.waiting(),
  });
  const signInPaths = new Set(signInCalls.map((path) => `${apiBase}${path}`));
  return {
    services,
    paymentNotifications,
    onConnection: turns.onConnection,
    loads: () => [
      loadOf('console', consoleCalls, consoleLane),
      loadOf('sign_in', signIns, signInLane),
      loadOf('service', services, serviceLane),
      loadOf('payment', paymentNotifications, paymentLane),
    ],
    getRunningCalls: (path) => (signInCalls.includes(path) ? signIns : consoleCalls),
    laneOf(url) {
      if (!url.startsWith(allCalls)) return null;
      if (url.startsWith(serviceBase)) return serviceLane;
      if (url.startsWith(payBase)) return paymentLane;
      return signInPaths.has(url) ? signInLane : consoleLane;
    },
  };
}

const createCounter = () => createRunningCalls(maxRunning, () => performance.now());

function schedule(step: () => void, ms?: number): void {
  if (ms === undefined) setImmediate(step);
  else setTimeout(step, ms);
}
