import { getHeapStatistics } from 'node:v8';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { Fault } from '@gantry/core';
import type { FastifyInstance } from 'fastify';

/** Share of the heap past which new calls are refused. */
const heapShare = 0.9;
/** Mean delay of the event loop, in ms, past which new calls are refused. */
const slowLoop = 400;

/**
 * Refuses before it sinks: too much from one address (an IPv6 network counts as one), or more than the process can do.
 * @param perMinute calls that one address may make in a minute; 0 is no limit
 */
export async function addLimits(api: FastifyInstance, perMinute: number): Promise<void> {
  await api.register(underPressure, {
    maxEventLoopDelay: slowLoop,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    sampleInterval: 500,
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
