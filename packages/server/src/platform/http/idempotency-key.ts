import { ApiError, formatRejection } from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import { getRequestState } from './request-state.ts';

const shape = /^[\x21-\x7e]{1,128}$/;

/** The `Idempotency-Key` of a call, or null without one; throws `invalid` for what is no key, in the caller's words. */
export function getIdempotencyKey(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return null;
  if (typeof given === 'string' && shape.test(given)) return given;
  return rejectKey(request);
}

/** The key of a call that nobody could send again without one. */
export function requireIdempotencyKey(request: FastifyRequest): string {
  return getIdempotencyKey(request) ?? rejectKey(request);
}

function rejectKey(request: FastifyRequest): never {
  const name = 'Idempotency-Key';
  throw new ApiError('invalid', {
    errors: { [name]: [formatRejection('idempotencyKey', name, getRequestState(request).requestContext.t)] },
  });
}
