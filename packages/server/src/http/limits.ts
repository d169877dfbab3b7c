import { getHeapStatistics } from 'node:v8';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { Fault } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Share of the heap past which new calls are refused. */
const heapShare = 0.9;

/** Refuses new calls before memory runs out. */
export async function addHeapLimit(api: FastifyInstance): Promise<void> {
  await api.register(underPressure, {
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * heapShare,
    pressureHandler: async () => {
      throw new Fault('busy', { retryAfter: 2 });
    },
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
