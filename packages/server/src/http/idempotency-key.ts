import { Fault, refusalWords } from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import { stateOf } from './request-state.ts';

const shape = /^[\x21-\x7e]{1,128}$/;

/** The `Idempotency-Key` of a call, or null without one; throws `invalid` for what is no key, in the caller's words. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return null;
  if (typeof given === 'string' && shape.test(given)) return given;
  return refuseKey(request);
}

/** The key of a call that nobody could send again without one. */
export function requiredKeyOf(request: FastifyRequest): string {
  return idempotencyKeyOf(request) ?? refuseKey(request);
}

function refuseKey(request: FastifyRequest): never {
  const name = 'Idempotency-Key';
  throw new Fault('invalid', {
    errors: { [name]: [refusalWords('idempotencyKey', name, stateOf(request).asking.t)] },
  });
}
