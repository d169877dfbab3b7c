import { getHeapStatistics } from 'node:v8';
import rateLimit from '@fastify/rate-limit';
import { ApiError } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Share of the heap past which new calls are refused. */
const heapShare = 0.9;
/** How long one reading of the heap holds, in ms. */
const readEveryMs = 1000;

/** Refuses new calls before memory runs out: when more than `mostBytes` of the heap are used. */
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
export type AddressLimit = (request: FastifyRequest) => Promise<number | null>;

/** @param perMinute calls that one address may make in a minute; an IPv6 network counts as one address */
export async function createAddressLimit(app: FastifyInstance, perMinute: number): Promise<AddressLimit> {
  await app.register(rateLimit, { global: false, max: perMinute, timeWindow: 60_000, cache: 20_000, ipv6Subnet: 64 });
  const count = app.createRateLimit();
  return async (request) => {
    const counted = await count(request);
    return !counted.isAllowed && counted.isExceeded ? counted.ttlInSeconds : null;
  };
}
