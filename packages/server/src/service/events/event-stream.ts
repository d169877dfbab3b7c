import { setTimeout as delay } from 'node:timers/promises';
import { Fault, type ServiceEvent, type ServiceEventKind } from '@gantry/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loggable } from '../../http/request-log.ts';
import { stateOf } from '../../http/request-state.ts';
import type { ServiceNeeds } from '../service-context.ts';
import type { EventFeed } from './event-feed.ts';

/** How often it is looked for changes, and how often a silent stream shows that it lives, in ms. */
const [lookEvery, sayEvery] = [1_000, 15_000];
/** Whoever reads nothing for so long is hung up on, and every stream ends after so long, in ms. */
const [stalled, longest] = [15_000, 10 * 60_000];
/** Streams of one process at most. */
const mostStreams = 64;

export interface EventWish {
  /** The last event that is known; null for what comes from now on. */
  readonly since: string | null;
  readonly kinds: readonly ServiceEventKind[] | null;
}

/** Whether the caller would still be let in: asked before anything is told, and now and then while nothing is. */
export type MayListen = () => Promise<boolean>;

/** Tells changes as they come, each as one event of the event stream format. */
export interface EventStreams {
  serve(request: FastifyRequest, reply: FastifyReply, wish: EventWish, mayListen: MayListen): Promise<void>;
}

/** Does the caller want an answer that stays open? */
export function wantsStream({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/event-stream');
}

/** The place after which a broken stream goes on, as browsers and libraries send it. */
export function lastEventId({ headers }: FastifyRequest): string | null {
  const given = headers['last-event-id'];
  return typeof given === 'string' && /^\d{1,15}-\d{1,15}$/u.test(given) ? given : null;
}

export function createEventStreams(feed: EventFeed, { log }: Pick<ServiceNeeds, 'log'>): EventStreams {
  let open = 0;
  return {
    async serve(request, reply, { since, kinds }, mayListen) {
      if (open >= mostStreams) throw new Fault('busy', { retryAfter: 5 });
      open += 1;
      try {
        const from = since ?? (await feed.now());
        stateOf(request).isLong = true;
        reply.hijack();
        const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
        reply.raw.writeHead(200, headers as Record<string, string>);
        await tell(request, reply, { feed, from, kinds, mayListen });
      } catch (error) {
        if (!reply.sent) throw error;
        log.warn(loggable(error), 'a stream of events was broken off');
      } finally {
        open -= 1;
        if (reply.sent) reply.raw.end();
      }
    },
  };
}

interface Telling {
  readonly feed: EventFeed;
  readonly from: string;
  readonly kinds: readonly ServiceEventKind[] | null;
  readonly mayListen: MayListen;
}

/** Goes on until somebody hangs up, may not listen any more, the server stops, or the time is over. */
async function tell(
  { server }: FastifyRequest,
  { raw }: FastifyReply,
  { feed, from, kinds, mayListen }: Telling,
): Promise<void> {
  const begun = performance.now();
  let place = from;
  let saidAt = begun;
  // An id at once: who is cut off before the first change goes on from here.
  raw.write(`id: ${place}\nevent: ready\ndata: {}\n\n`);
  while (!raw.destroyed && server.server.listening && performance.now() - begun < longest) {
    const { events, next, more } = await feed.after(place, kinds);
    const isDue = performance.now() - saidAt >= sayEvery;
    if (events.length > 0 || isDue) {
      if (!(await mayListen())) return;
      saidAt = performance.now();
    }
    for (const event of events) raw.write(written(event));
    // Whoever reads too slowly is waited for, and nothing piles up meanwhile.
    if (raw.writableNeedDrain) await drained(raw);
    if (events.length === 0 && isDue) raw.write(`id: ${next}\n: still here\n\n`);
    place = next;
    if (!more) await delay(lookEvery, undefined, { ref: false });
  }
}

const written = ({ id, event, ...data }: ServiceEvent) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify({ id, event, ...data })}\n\n`;

function drained(raw: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => raw.destroy(), stalled);
    const done = () => {
      clearTimeout(timer);
      raw.off('drain', done).off('close', done);
      resolve();
    };
    raw.on('drain', done).on('close', done);
  });
}
