import { ApiError, formatRejection } from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import { getRequestState } from './request-context.ts';

/** 1 to 128 visible ASCII characters. */
const keyPattern = /^[\x21-\x7e]{1,128}$/;

/**
 * Returns the `Idempotency-Key` of a call, or null without one; throws `invalid` with a localized message for a malformed key.
 */
export function getIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  if (typeof header === 'string' && keyPattern.test(header)) return header;
  return rejectKey(request);
}

/** Returns the key of a call that must have one; throws `invalid` without one. */
export function requireIdempotencyKey(request: FastifyRequest): string {
  return getIdempotencyKey(request) ?? rejectKey(request);
}

function rejectKey(request: FastifyRequest): never {
  const name = 'Idempotency-Key';
  throw new ApiError('invalid', {
    errors: { [name]: [formatRejection('idempotencyKey', name, getRequestState(request).requestContext.t)] },
  });
}

/** Maximum nesting of arrays and objects; no call needs more. */
const maxDepth = 32;

/** Whether a JSON text is nested deeper than `max`. Brackets inside strings do not count. */
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
const forbiddenKeys: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const mayHaveForbiddenKey = /__proto__|constructor|prototype|\\u/;

function hasForbiddenKey(value: unknown): boolean {
  const queue = [value];
  while (queue.length > 0) {
    const next = queue.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some((key) => forbiddenKeys.includes(key))) return true;
    for (const inner of Object.values(next)) queue.push(inner);
  }
  return false;
}

/** Returns the path of the first U+0000 in a value, such as `filters.name.0`, since no database stores it; null without one. */
function findPathOfNul(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path.join('.') : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const own = [...path, name.replaceAll('\0', '')];
    const found = name.includes('\0') ? own.join('.') : findPathOfNul(inner, own);
    if (found !== null) return found;
  }
  return null;
}

/** Parses the body of a request; an empty text is an empty object. When a key is repeated, the last one counts. */
export function parseJsonBody(text: string): unknown {
  if (text === '') return {};
  if (isDeeperThan(text, maxDepth)) throw new ApiError('invalid', { data: { reason: 'depth' } });
  const value = parse(text);
  if (mayHaveForbiddenKey.test(text) && hasForbiddenKey(value))
    throw new ApiError('invalid', { data: { reason: 'key' } });
  const nul = text.includes('\\u0000') ? findPathOfNul(value) : null;
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
