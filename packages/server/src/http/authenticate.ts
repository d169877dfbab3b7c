import { Fault } from '@gantry/core';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { Permission } from './permission-table.ts';

/** What is known of a request before anybody knows who sent it. */
export type Asking = Omit<Caller, 'actor' | 'sessionId' | 'stepUpAt'>;

/** Knows who holds a token. Implemented by the session room. */
export interface Authenticator {
  /** Throws the Fault that says why the token is no good here: unknown, replaced, expired, disabled, read-only. */
  authenticate(token: string, asking: Asking, call: Permission): Promise<Caller>;
}

const bearer = /^bearer +([A-Za-z0-9._~+/=-]{1,512})$/i;

/** The token of the one door there is: a single `Authorization: Bearer` header. */
export function bearerToken(request: FastifyRequest): string {
  const given = request.raw.headersDistinct.authorization ?? [];
  const token = given.length === 1 ? bearer.exec(given[0] ?? '')?.[1] : undefined;
  if (token === undefined) throw new Fault('signInNeeded');
  return token;
}

/** The caller of a public call: nobody, from somewhere. */
export function nobody(asking: Asking): Caller {
  return { ...asking, actor: { id: 0, name: '', role: '' }, sessionId: null, stepUpAt: null };
}
