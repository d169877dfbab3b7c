import { getHeapStatistics } from 'node:v8';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { Fault } from '@gantry/core';
import type { FastifyInstance } from 'fastify';

/** Share of the heap past which new calls are refused. */
const heapShare = 0.9;
/** How often the event loop is looked at, and how late it may come, in ms. */
const lookEvery = 50;
const lateAt = 200;
/** One long piece of work makes the loop late once; only a queue that does not end makes it late again and again. */
const lateInARow = 3;

/** Says whether the process keeps up, each time that it is asked after `lookEvery`. */
export function createLagWatch(now: () => number): () => boolean {
  let last = now();
  let late = 0;
  return () => {
    const asked = now();
    late = asked - last - lookEvery > lateAt ? late + 1 : 0;
    last = asked;
    return late < lateInARow;
  };
}

/**
 * Refuses before it sinks: too much from one address (an IPv6 network counts as one), or more than the process can do.
 * @param perMinute calls that one address may make in a minute; 0 is no limit
 */
export async function addLimits(api: FastifyInstance, perMinute: number): Promise<void> {
  const keepsUp = createLagWatch(() => performance.now());
  await api.register(underPressure, {
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    healthCheck: async () => keepsUp(),
    healthCheckInterval: lookEvery,
    pressureHandler: async () => {
      throw new Fault('busy', { retryAfter: 2 });
    },
  });
  if (perMinute === 0) return;
  await api.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    cache: 20_000,
    ipv6Subnet: 64,
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => new Fault('tooMany', { retryAfter: Math.ceil(ttl / 1000) }),
  });
  api.addHook('onRequest', api.rateLimit());
}
