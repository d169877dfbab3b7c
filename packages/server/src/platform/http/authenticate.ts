import type { IncomingMessage } from 'node:http';
import { ApiError } from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import type { Permission } from './permission-table.ts';

/** The context of a request before its sender is authenticated. */
export type RequestContext = Omit<Caller, 'actor' | 'sessionId' | 'stepUpAt'>;

/** Finds the caller of a token. Implemented by the sessions of the auth module. */
export interface Authenticator {
  /** Throws an ApiError with the reason when the token is not accepted: unknown, replaced, expired, disabled or read-only. */
  authenticate(token: string, requestContext: RequestContext, call: Permission): Promise<Caller>;
}

const bearer = /^bearer +([A-Za-z0-9._~+/=-]{1,512})$/i;

/** Returns how often a header was sent. Node keeps only the first of several. */
function countHeader(name: string, { rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) count += 1;
  return count;
}

/** Returns the `Authorization` header; null when there is none, or more than one. */
export function getSoleAuthorization({ raw }: Pick<FastifyRequest, 'raw'>): string | null {
  return countHeader('authorization', raw) === 1 ? (raw.headers.authorization ?? null) : null;
}

/** Returns the token of the only `Authorization: Bearer` header; throws `signInNeeded` without one. */
export function getBearerToken(request: Pick<FastifyRequest, 'raw'>): string {
  const token = bearer.exec(getSoleAuthorization(request) ?? '')?.[1];
  if (token !== undefined) return token;
  throw new ApiError('signInNeeded');
}

/** Returns the caller of a public call, which has no id and only an IP address. */
export function createAnonymousCaller(requestContext: RequestContext): Caller {
  return {
    ...requestContext,
    actor: { id: 0, name: '', role: '', permissionSet: [] },
    sessionId: null,
    stepUpAt: null,
  };
}
