import { ApiError, formatRejection } from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import { getRequestState } from './request-context.ts';

const shape = /^[\x21-\x7e]{1,128}$/;

/** The `Idempotency-Key` of a call, or null without one; throws `invalid` for what is no key, in the caller's words. */
export function getIdempotencyKey(request: FastifyRequest): string | null {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return null;
  if (typeof given === 'string' && shape.test(given)) return given;
  return rejectKey(request);
}

/** The key of a call that could not be repeated safely without one. */
export function requireIdempotencyKey(request: FastifyRequest): string {
  return getIdempotencyKey(request) ?? rejectKey(request);
}

function rejectKey(request: FastifyRequest): never {
  const name = 'Idempotency-Key';
  throw new ApiError('invalid', {
    errors: { [name]: [formatRejection('idempotencyKey', name, getRequestState(request).requestContext.t)] },
  });
}

/** Arrays and objects inside each other; no call needs more. */
const maxDepth = 32;

/** Is a JSON text nested deeper than `max`? Brackets inside strings do not count. */
export function isDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === 0x5c) at++;
      else if (unit === 0x22) inString = false;
    } else if (unit === 0x22) inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > max) return true;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return false;
}

/** Keys that reach an object's prototype when it is copied carelessly. */
const poisonous: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const mayHoldPoison = /__proto__|constructor|prototype|\\u/;

function holdsPoison(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some((key) => poisonous.includes(key))) return true;
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}

/** Where a value holds U+0000, which no database keeps: its path, such as `filters.name.0`; null when it holds none. */
function pathOfNul(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const own = [...path, name.replaceAll('\0', '')];
    const found = name.includes('\0') ? own.join('.') : pathOfNul(inner, own);
    if (found !== null) return found;
  }
  return null;
}

/** The value of a request's body; nothing at all is an empty object. Of a key given twice, the last one counts. */
export function parseJsonBody(text: string): unknown {
  if (text === '') return {};
  if (isDeeperThan(text, maxDepth)) throw new ApiError('invalid', { data: { reason: 'depth' } });
  const value = parse(text);
  if (mayHoldPoison.test(text) && holdsPoison(value)) throw new ApiError('invalid', { data: { reason: 'key' } });
  const nul = text.includes('\\u0000') ? pathOfNul(value) : null;
  if (nul !== null) throw new ApiError('invalid', { data: { reason: 'control', field: nul.slice(0, 200) } });
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalid', { data: { reason: 'json' } });
  }
}
