import type { FastifyRequest } from 'fastify';
import type { RequestContext } from './authenticate.ts';
import type { Caller } from './caller.ts';

/** What the frame keeps of a request while it runs. */
export interface RequestState {
  readonly requestContext: RequestContext;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  caller: Caller | null;
  actorId: number | null;
  /** It waits for news: how long it takes says nothing of the server. */
  isLong: boolean;
  /** Code of the envelope, once it is known. */
  code: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    frame: RequestState | null;
  }
}

export function getRequestState(request: FastifyRequest): RequestState {
  if (!request.frame) throw new Error('the request was not opened');
  return request.frame;
}
