import { ApiError as createRegistry } from '@gantry/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { createKeyQueue, type KeyQueue, type RunningCalls } from './admission/running-calls.ts';
import { type Authenticator, createAnonymousCaller, getBearerToken } from './authenticate.ts';
import { Accepted, type CallHandler, type CallSpec, type RegisterCall } from './call.ts';
import { type Caller, type Clock, stepUpRejection } from './caller.ts';
import { getIdempotencyKey } from './json-body.ts';
import type { Permission } from './permission-table.ts';
import { createSuccess, getRequestState } from './request-context.ts';
import { toLoggable } from './request-log.ts';

export type PermissionTable = ReadonlyMap<string, Permission>;

/** Called when an authenticated caller may not make a call. The call is rejected even if this function fails. */
export type OnDenied = (caller: Caller, permission: Permission) => Promise<void>;

export interface CallRegistryOptions {
  readonly table: PermissionTable;
  readonly authenticator: Authenticator;
  readonly onDenied: OnDenied;
  /** Returns the counter of running calls for a path. */
  readonly getRunningCalls: (path: string) => RunningCalls;
  /** Whether the disk is nearly full; then only calls that free space or are needed to sign in are served. */
  readonly isNearlyFull: () => boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface CallRegistry {
  readonly register: RegisterCall;
  /** Throws with a list of the permissions that have no handler, so that the server does not start. */
  assertComplete(): void;
}

/** In bytes. */
const defaultBodyLimit = 256 * 1024;

/** Runs the same steps before the handler of every call: authentication, permission, step-up. */
export function createCallRegistry(api: FastifyInstance, options: CallRegistryOptions): CallRegistry {
  const registered = new Set<string>();
  const keyQueue = createKeyQueue();

  const register = (spec: CallSpec, handler: CallHandler) => {
    const permission = getPermission(options.table, spec);
    if (registered.has(spec.path)) throw new Error(`${spec.path} is registered twice`);
    registered.add(spec.path);
    const running = options.getRunningCalls(spec.path);
    api.post(
      spec.path,
      {
        bodyLimit: spec.bodyLimit ?? defaultBodyLimit,
        onRequest: async (request) => {
          const state = getRequestState(request);
          state.caller = await running.whileArriving(() => authenticateCaller(request, permission, options));
        },
      },
      (request, reply) => runHandler({ ...options, running, keyQueue, handler, permission }, request, reply),
    );
  };

  return {
    register,
    assertComplete() {
      const unserved = [...options.table.keys()].filter((path) => !registered.has(path));
      if (unserved.length > 0) throw new Error(`permitted, but nothing answers: ${unserved.join(', ')}`);
    },
  };
}

/** Returns the row of the permission table for a call. Throws when there is none, or when the call asks for other rights. */
function getPermission(table: PermissionTable, spec: CallSpec): Permission {
  const permission = table.get(spec.path);
  if (!permission) throw new Error(`${spec.path} has no entry in the permission table`);
  const isConsistent =
    String(permission.access) === String(spec.access) && permission.stepUp === (spec.stepUp ?? false);
  if (!isConsistent) throw new Error(`${spec.path} is registered with other rights than the permission table gives`);
  return permission;
}

async function authenticateCaller(request: FastifyRequest, permission: Permission, options: CallRegistryOptions) {
  const state = getRequestState(request);
  if (permission.access === 'public') return createAnonymousCaller(state.requestContext);
  const caller = await options.authenticator.authenticate(getBearerToken(request), state.requestContext, permission);
  state.actorId = caller.actor.id;
  const rejection = findRejection(caller, permission, options.clock());
  if (rejection === null) return caller;
  if (rejection.problem !== 'stepUpNeeded')
    await options.onDenied(caller, permission).catch((error: unknown) => {
      options.log.error({ requestId: request.id, ...toLoggable(error) }, 'rejection could not be audited');
    });
  throw rejection;
}

function findRejection(caller: Caller, permission: Permission, now: number): createRegistry | null {
  if (!permission.may(caller.actor)) return new createRegistry('denied');
  return permission.stepUp ? stepUpRejection(caller, now) : null;
}

interface ServedCall extends Pick<CallRegistryOptions, 'isNearlyFull'> {
  readonly running: RunningCalls;
  readonly keyQueue: KeyQueue;
  readonly handler: CallHandler;
  readonly permission: Permission;
}

/**
 * Runs the handler of a call whose body has been read completely. Only now does the call count as running, so a slow sender uses
 * no capacity.
 */
async function runHandler(served: ServedCall, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const state = getRequestState(request);
  const { caller } = state;
  if (!caller) throw new Error('a handler ran without a caller');
  if (!served.permission.whenFull && served.isNearlyFull()) throw new createRegistry('storageFull');
  const endCount = served.running.enter(caller.actor.id);
  reply.raw.once('close', endCount);
  const idempotencyKey = getIdempotencyKey(request);
  const body = request.body === undefined ? {} : request.body;
  const handle = () => served.handler({ caller, body, idempotencyKey, request, reply });
  // A caller without an id has no keys, since they would be shared by everyone.
  const work = served.keyQueue.run(caller.actor.id, caller.actor.id > 0 ? idempotencyKey : null, handle);
  const result = await withTimeout(served.permission.seconds, work, reply);
  if (result === reply || reply.sent) return reply;
  const name = result instanceof Accepted ? 'accepted' : 'ok';
  return createSuccess(name, result instanceof Accepted ? result.data : result, state);
}

/**
 * Limits the duration of a call. When it has not responded in time, the response is that the server is busy; a stream that is
 * still running is cut. What the handler has started may still take effect, and a retry with the same idempotency key shows
 * whether it did.
 */
function withTimeout(seconds: number, work: Promise<unknown>, reply: FastifyReply): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      if (reply.raw.headersSent) reply.raw.destroy();
      else reject(new createRegistry('busy'));
    }, seconds * 1000);
    reply.raw.once('close', () => clearTimeout(timer));
    work.then(resolve, reject);
  });
}
