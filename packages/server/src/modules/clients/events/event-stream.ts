import { setTimeout as delay } from 'node:timers/promises';
import {
  ApiError,
  type EventSubscribeAnswer,
  eventPlace,
  localize,
  type ServiceEvent,
  type ServiceEventKind,
} from '@gantry/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getRequestState } from '../../../platform/http/request-context.ts';
import { toLoggable } from '../../../platform/http/request-log.ts';
import type { ServiceCaller, ServiceDeps } from '../../../platform/service-api/service-context.ts';
import type { ChangeSignals } from '../../../platform/store/change-signals.ts';
import { type EventFeed, settledMs } from './event-feed.ts';

/** How long a result is shared, in ms: less than the polling interval of a stream. */
const lasts = 900;

interface Look {
  readonly begun: number;
  /** Where everything that comes later follows. */
  readonly end: Promise<string>;
  /** What came after a place up to this end, of all kinds. */
  readonly found: Map<string, Promise<EventSubscribeAnswer>>;
}

/** Reads the database once a second for all streams of a process: streams at one position share the read. */
export function createSharedLook(
  feed: EventFeed,
  now: () => number = () => performance.now(),
): Pick<EventFeed, 'after'> & { readonly refresh: () => void } {
  let look: Look | null = null;
  const current = (): Look => {
    if (look !== null && now() - look.begun < lasts) return look;
    const fresh = { begun: now(), end: feed.now(), found: new Map() };
    fresh.end.catch(() => {
      if (look === fresh) look = null;
    });
    look = fresh;
    return fresh;
  };
  return {
    /** Drops the shared result after a change, so that the next look reads again. */
    refresh() {
      look = null;
    },
    async after(since, kinds) {
      const { end, found } = current();
      const to = await end;
      if (to === since) return { events: [], next: since, more: false, reset: false };
      const answer = found.get(since) ?? feed.after(since, null, to);
      found.set(since, answer);
      const { events, ...rest } = await answer;
      // A stream that has just started may be past the end of this read already.
      if (rest.reset) return feed.after(since, kinds);
      return { ...rest, events: kinds === null ? events : events.filter(({ event }) => kinds.includes(event)) };
    },
  };
}

/** How often a stream checks whether its reader is connected, and how often a silent one sends a comment, in ms. */
const [checkMs, sayEvery] = [1_000, 15_000];
/** How long changes are gathered after a signal, in ms. */
const gatherMs = 100;
/** How often changes are read without a signal, in ms: while signals of other processes arrive, and while they do not. */
const [idleMs, pollMs] = [15_000, 1_000];
/** How long a stream may be stalled before it is closed, and the maximum duration of a stream, in ms. */
const [stalled, longest] = [15_000, 10 * 60_000];
/** Maximum number of streams of one process, and of one client in it, so that one client cannot use all of them. */
const [maxStreams, maxPerClient] = [64, 8];

const words = {
  tooMany: {
    zh: `此客户端已打开 ${maxPerClient} 个事件流，不能再多；请关闭一个，或让一个流服务多个进程`,
    en: `This client already has the maximum of ${maxPerClient} open event streams. Close one, or share one.`,
  },
} as const;

export interface EventOptions {
  /** The last event that is known; null for what comes from now on. */
  readonly since: string | null;
  readonly kinds: readonly ServiceEventKind[] | null;
}

/** The client of a stream. */
export interface Listener {
  readonly caller: ServiceCaller;
  /** Whether the caller still has access: checked before each report, and at intervals while there is nothing to report. */
  mayListen(): Promise<boolean>;
}

/** Reports changes as they occur, each as one event of the event stream format. */
export interface EventStreams {
  serve(request: FastifyRequest, reply: FastifyReply, options: EventOptions, listener: Listener): Promise<void>;
}

/** Whether the caller requests an event stream. */
export function isStreamRequested({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/event-stream');
}

/** The position after which an interrupted stream continues, as sent by browsers and libraries. */
export function getLastEventId({ headers }: FastifyRequest): string | null {
  const given = headers['last-event-id'];
  return typeof given === 'string' && eventPlace.test(given) ? given : null;
}

/** Counts the open streams. Returns a function that releases a slot. Throws when no slot is free. */
function createSlots() {
  let open = 0;
  const ofClients = new Map<number, number>();
  return ({ id, locale }: ServiceCaller): (() => void) => {
    const own = ofClients.get(id) ?? 0;
    if (own >= maxPerClient)
      throw new ApiError('tooMany', {
        message: localize(words.tooMany, locale),
        data: { streams: own },
        retryAfter: 30,
      });
    if (open >= maxStreams) throw new ApiError('busy', { retryAfter: 5 });
    open += 1;
    ofClients.set(id, own + 1);
    return () => {
      open -= 1;
      const left = (ofClients.get(id) ?? 1) - 1;
      if (left === 0) ofClients.delete(id);
      else ofClients.set(id, left);
    };
  };
}

/** Decides when a stream reads changes. */
interface Pulse {
  /** Resolves after a change, or after a second. Returns whether to read again, given the time of the last read. */
  next(lookedAt: number): Promise<boolean>;
}

/** `onChange` is called before any stream is notified of a change. */
function createPulse(changes: ChangeSignals, onChange: () => void): Pulse {
  let waiting = new AbortController();
  let changedAt = 0;
  const timers = new Map<number, NodeJS.Timeout>();
  const notifyAfter = (delayMs: number) => {
    if (timers.has(delayMs)) return;
    const run = () => {
      timers.delete(delayMs);
      changedAt = performance.now();
      onChange();
      waiting.abort();
      waiting = new AbortController();
    };
    timers.set(delayMs, setTimeout(run, delayMs).unref());
  };
  changes.watch(['audit_entries', 'audit_seals', 'session_epochs'], () => notifyAfter(gatherMs));
  // Events of keys are reported once no earlier event can become visible.
  changes.watch(['api_key_events'], () => notifyAfter(settledMs + gatherMs));
  return {
    async next(lookedAt) {
      if (changedAt < lookedAt)
        await delay(checkMs, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined);
      return changedAt >= lookedAt || performance.now() - lookedAt >= (changes.isLive() ? idleMs : pollMs);
    },
  };
}

export function createEventStreams(
  feed: EventFeed,
  { log, database }: Pick<ServiceDeps, 'log' | 'database'>,
): EventStreams {
  const enter = createSlots();
  const look = createSharedLook(feed);
  const pulse = createPulse(database.changes, look.refresh);
  return {
    async serve(request, reply, { since, kinds }, { caller, mayListen }) {
      const leave = enter(caller);
      try {
        const from = since ?? (await feed.now());
        getRequestState(request).isLong = true;
        reply.hijack();
        const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
        reply.raw.writeHead(200, headers as Record<string, string>);
        await report(request, reply, { look, pulse, from, kinds, mayListen });
      } catch (error) {
        if (!reply.sent) throw error;
        log.warn(toLoggable(error), 'a stream of events was broken off');
      } finally {
        leave();
        if (reply.sent) reply.raw.end();
      }
    },
  };
}

interface EventDelivery extends Pick<Listener, 'mayListen'> {
  readonly look: Pick<EventFeed, 'after'>;
  readonly pulse: Pulse;
  readonly from: string;
  readonly kinds: readonly ServiceEventKind[] | null;
}

/** Continues until the client disconnects or loses access, the server stops, or the time is over. */
async function report(
  { server }: FastifyRequest,
  { raw }: FastifyReply,
  { look, pulse, from, kinds, mayListen }: EventDelivery,
): Promise<void> {
  const begun = performance.now();
  let place = from;
  let saidAt = begun;
  let lookedAt = begun;
  // Sends an id immediately, so that a client that is disconnected before the first change can continue from here.
  raw.write(`id: ${place}\nevent: ready\ndata: {}\n\n`);
  for (let isTime = true; !raw.destroyed && server.server.listening && performance.now() - begun < longest; ) {
    if (!isTime) {
      // An idle stream reads when its comment is due, however recently a signal made it read.
      isTime = (await pulse.next(lookedAt)) || performance.now() - saidAt >= sayEvery;
      continue;
    }
    lookedAt = performance.now();
    const { events, next, more, reset } = await look.after(place, kinds);
    const isDue = lookedAt - saidAt >= sayEvery;
    if (events.length > 0 || reset || isDue) {
      if (!(await mayListen())) return;
      saidAt = lookedAt;
    }
    if (reset) raw.write(`id: ${next}\nevent: reset\ndata: {}\n\n`);
    for (const event of events) raw.write(formatEvent(event));
    // Waits for a slow reader, so that nothing accumulates in memory.
    if (raw.writableNeedDrain) await waitForDrain(raw);
    if (events.length === 0 && isDue) raw.write(`id: ${next}\n: still here\n\n`);
    place = next;
    isTime = more;
  }
}

const formatEvent = ({ id, event, ...data }: ServiceEvent) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify({ id, event, ...data })}\n\n`;

function waitForDrain(raw: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => raw.destroy(), stalled);
    const finish = () => {
      clearTimeout(timer);
      raw.off('drain', finish).off('close', finish);
      resolve();
    };
    raw.on('drain', finish).on('close', finish);
  });
}
