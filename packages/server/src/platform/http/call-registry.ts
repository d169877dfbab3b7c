import { ApiError } from '@gantry/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { createKeyTurns, type KeyTurns, type RunningCalls } from './admission/running-calls.ts';
import { type Authenticator, createAnonymousCaller, getBearerToken } from './authenticate.ts';
import { Accepted, type CallHandler, type CallSpec, type RegisterCall } from './call.ts';
import { type Caller, type Clock, stepUpRejection } from './caller.ts';
import { getIdempotencyKey } from './json-body.ts';
import type { Permission } from './permission-table.ts';
import { createSuccess, getRequestState } from './request-context.ts';
import { toLoggable } from './request-log.ts';

export type PermissionTable = ReadonlyMap<string, Permission>;

/** Told of every call that a known person was not allowed to make; its own failure does not turn a no into a yes. */
export type OnDenied = (caller: Caller, permission: Permission) => Promise<void>;

export interface CallRegistryOptions {
  readonly table: PermissionTable;
  readonly authenticator: Authenticator;
  readonly onDenied: OnDenied;
  /** Where a call is counted, by its path. */
  readonly runningOf: (path: string) => RunningCalls;
  /** Whether the disk is nearly full, so that only calls that free space or let someone in are served. */
  readonly isNearlyFull: () => boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface CallRegistry {
  readonly register: RegisterCall;
  /** Throws with a list when a permission has no handler, so that the server does not boot. */
  assertComplete(): void;
}

const usualBody = 256 * 1024;

/** Everything between a request and its handler, in one order for every call: who, may they, is it really them. */
export function createCallRegistry(api: FastifyInstance, options: CallRegistryOptions): CallRegistry {
  const served = new Set<string>();
  const turns = createKeyTurns();

  const register = (spec: CallSpec, handler: CallHandler) => {
    const permission = permissionOf(options.table, spec);
    if (served.has(spec.path)) throw new Error(`${spec.path} is registered twice`);
    served.add(spec.path);
    const running = options.runningOf(spec.path);
    api.post(
      spec.path,
      {
        bodyLimit: spec.bodyLimit ?? usualBody,
        onRequest: async (request) => {
          const state = getRequestState(request);
          state.caller = await running.whileArriving(() => callerOf(request, permission, options));
        },
      },
      (request, reply) => answer({ ...options, running, turns, handler, permission }, request, reply),
    );
  };

  return {
    register,
    assertComplete() {
      const unserved = [...options.table.keys()].filter((path) => !served.has(path));
      if (unserved.length > 0) throw new Error(`permitted, but nothing answers: ${unserved.join(', ')}`);
    },
  };
}

/** The row that allows a call. A room that asks for other rights than the table says is as wrong as one that is not in it. */
function permissionOf(table: PermissionTable, spec: CallSpec): Permission {
  const permission = table.get(spec.path);
  if (!permission) throw new Error(`${spec.path} has no entry in the permission table`);
  const agrees = String(permission.access) === String(spec.access) && permission.stepUp === (spec.stepUp ?? false);
  if (!agrees) throw new Error(`${spec.path} is registered with other rights than the permission table gives`);
  return permission;
}

async function callerOf(request: FastifyRequest, permission: Permission, options: CallRegistryOptions) {
  const state = getRequestState(request);
  if (permission.access === 'public') return createAnonymousCaller(state.requestContext);
  const caller = await options.authenticator.authenticate(getBearerToken(request), state.requestContext, permission);
  state.actorId = caller.actor.id;
  const rejection = rejectionOf(caller, permission, options.clock());
  if (rejection === null) return caller;
  if (rejection.problem !== 'stepUpNeeded')
    await options.onDenied(caller, permission).catch((error: unknown) => {
      options.log.error({ requestId: request.id, ...toLoggable(error) }, 'rejection could not be audited');
    });
  throw rejection;
}

function rejectionOf(caller: Caller, permission: Permission, now: number): ApiError | null {
  if (!permission.may(caller.actor)) return new ApiError('denied');
  return permission.stepUp ? stepUpRejection(caller, now) : null;
}

interface Served extends Pick<CallRegistryOptions, 'isNearlyFull'> {
  readonly running: RunningCalls;
  readonly turns: KeyTurns;
  readonly handler: CallHandler;
  readonly permission: Permission;
}

/** From a body that was read whole to the answer. Only now does a call count as running: a slow sender takes no place. */
async function answer(served: Served, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const state = getRequestState(request);
  const { caller } = state;
  if (!caller) throw new Error('a handler ran without a caller');
  if (!served.permission.whenFull && served.isNearlyFull()) throw new ApiError('storageFull');
  const leave = served.running.enter(caller.actor.id);
  reply.raw.once('close', leave);
  const idempotencyKey = getIdempotencyKey(request);
  const body = request.body === undefined ? {} : request.body;
  const handle = () => served.handler({ caller, body, idempotencyKey, request, reply });
  // A caller without an id has no keys, since they would be shared by everyone.
  const work = served.turns.take(caller.actor.id, caller.actor.id > 0 ? idempotencyKey : null, handle);
  const result = await endedIn(served.permission.seconds, work, reply);
  if (result === reply || reply.sent) return reply;
  const name = result instanceof Accepted ? 'accepted' : 'ok';
  return createSuccess(name, result instanceof Accepted ? result.data : result, state);
}

/**
 * Ends every call in time: one that has not answered by then is answered that the server is busy, and a stream that still runs
 * is cut. What a handler has started may yet take effect; its idempotency key shows whether it did.
 */
function endedIn(seconds: number, work: Promise<unknown>, reply: FastifyReply): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (reply.raw.headersSent) reply.raw.destroy();
      else reject(new ApiError('busy'));
    }, seconds * 1000);
    reply.raw.once('close', () => clearTimeout(timer));
    work.then(resolve, reject);
  });
}
