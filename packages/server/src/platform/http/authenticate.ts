import type { IncomingMessage } from 'node:http';
import { ApiError } from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import type { Permission } from './permission-table.ts';

/** What is known of a request before its sender is authenticated. */
export type RequestContext = Omit<Caller, 'actor' | 'sessionId' | 'stepUpAt'>;

/** Knows who holds a token. Implemented by the session room. */
export interface Authenticator {
  /** Throws the ApiError that says why the token is no good here: unknown, replaced, expired, disabled, read-only. */
  authenticate(token: string, requestContext: RequestContext, call: Permission): Promise<Caller>;
}

const bearer = /^bearer +([A-Za-z0-9._~+/=-]{1,512})$/i;

/** How often a header was sent; of some that come twice Node keeps the first alone. */
function timesSent(name: string, { rawHeaders }: IncomingMessage): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) times += 1;
  return times;
}

/** The `Authorization` header where it was sent once; null without one, or with several. */
export function getSoleAuthorization({ raw }: Pick<FastifyRequest, 'raw'>): string | null {
  return timesSent('authorization', raw) === 1 ? (raw.headers.authorization ?? null) : null;
}

/** The token of a single `Authorization: Bearer` header. */
export function getBearerToken(request: Pick<FastifyRequest, 'raw'>): string {
  const token = bearer.exec(getSoleAuthorization(request) ?? '')?.[1];
  if (token !== undefined) return token;
  throw new ApiError('signInNeeded');
}

/** The caller of a public call: without an id, from an IP address. */
export function createAnonymousCaller(requestContext: RequestContext): Caller {
  return {
    ...requestContext,
    actor: { id: 0, name: '', role: '', permissionSet: [] },
    sessionId: null,
    stepUpAt: null,
  };
}
