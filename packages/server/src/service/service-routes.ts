import { Fault, type ServiceCall, scopeOf, serviceCalls } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { bearerToken, nobody } from '../http/authenticate.ts';
import type { ClientMeter } from '../http/client-meter.ts';
import { requiredKeyOf } from '../http/idempotency-key.ts';
import { stateOf } from '../http/request-state.ts';
import type { RunningCalls } from '../http/running-calls.ts';
import { success } from '../http/success.ts';
import { readBody } from '../resources/read-body.ts';
import { serviceHandlers } from './calls/index.ts';
import { duringMaintenance } from './maintenance.ts';
import { createServiceAuthenticator, type ServiceAuthenticator } from './service-authenticator.ts';
import type { ServiceCaller } from './service-caller.ts';
import type { ServiceContext, ServiceNeeds } from './service-context.ts';
import { answeredBefore, runServiceWrite } from './service-write.ts';

/** A handler as the routes know it, once its body has been checked by its own schema. */
type AnyHandler = (body: never, context: ServiceContext) => Promise<unknown>;

interface Room {
  readonly needs: ServiceNeeds;
  readonly authenticator: ServiceAuthenticator;
  readonly running: RunningCalls;
  readonly meter: ClientMeter;
}

const usualBody = 256 * 1024;

/** Registers every call of the service API on a scope of its own, whose parsers and limits are set. */
export function addServiceRoutes(
  api: FastifyInstance,
  needs: ServiceNeeds,
  running: RunningCalls,
  meter: ClientMeter,
): void {
  const room: Room = { needs, running, meter, authenticator: createServiceAuthenticator(needs) };
  const handlers: Readonly<Record<string, AnyHandler>> = serviceHandlers(needs);
  for (const [name, call] of Object.entries(serviceCalls) as [string, ServiceCall][]) {
    const handler = handlers[name];
    if (!handler) throw new Error(`nothing answers the service call ${name}`);
    addRoute(api, room, call, duringMaintenance(needs.settings, name, handler));
  }
}

function addRoute(api: FastifyInstance, room: Room, call: ServiceCall, handler: AnyHandler): void {
  const callers = new WeakMap<FastifyRequest, ServiceCaller>();
  api.post(
    call.path,
    {
      bodyLimit: call.bodyLimit ?? usualBody,
      onRequest: async (request) => {
        const { asking } = stateOf(request);
        const find = () => room.authenticator.authenticate(bearerToken(request), asking, scopeOf(call));
        callers.set(request, await room.running.whileArriving(find));
      },
      onResponse: async (request, reply) => {
        const caller = callers.get(request);
        if (caller) room.meter.record(caller.id, reply.statusCode);
      },
    },
    async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw new Error('a handler ran without a caller');
      reply.raw.once('close', room.running.enter(0));
      const answer = await answerTo(room.needs, call, handler, caller, request);
      return success('ok', answer, stateOf(request));
    },
  );
}

async function answerTo(
  needs: ServiceNeeds,
  { path, writes, input }: ServiceCall,
  handler: AnyHandler,
  caller: ServiceCaller,
  request: FastifyRequest,
): Promise<unknown> {
  const given = request.body === undefined ? {} : request.body;
  const key = writes ? requiredKeyOf(request) : '';
  const body = readBody(input as z.ZodMiniType<unknown>, given, {}, nobody(stateOf(request).asking));
  const own = { client: caller.id, key, path, body: given };
  let hasAsked = false;
  const write: ServiceContext['write'] = (work) => {
    if (!writes) throw new Error(`${path} is said to read, and writes`);
    hasAsked = true;
    return runServiceWrite(needs, own, work);
  };
  const before = async () => (writes && !hasAsked ? answeredBefore<unknown>(needs, own) : null);
  try {
    const answer = await handler(body as never, { caller, write });
    return ((await before()) ?? { answer }).answer;
  } catch (error) {
    const kept = error instanceof Fault ? await before() : null;
    if (kept) return kept.answer;
    throw error;
  }
}
