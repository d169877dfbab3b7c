import { Fault, type ServiceBody, type ServiceCall, type ServiceCalls, scopeOf, serviceCalls } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { nobody } from '../http/authenticate.ts';
import type { ClientMeter } from '../http/client-meter.ts';
import { requiredKeyOf } from '../http/idempotency-key.ts';
import { createKeyTurns, type KeyTurns } from '../http/key-turns.ts';
import { stateOf } from '../http/request-state.ts';
import type { RunningCalls } from '../http/running-calls.ts';
import { success } from '../http/success.ts';
import { readBody } from '../resources/read-body.ts';
import { serviceHandlers } from './calls/index.ts';
import { createEventFeed } from './events/event-feed.ts';
import {
  createEventStreams,
  type EventStreams,
  type EventWish,
  lastEventId,
  wantsStream,
} from './events/event-stream.ts';
import { duringMaintenance } from './maintenance.ts';
import { createServiceAuthenticator, type ServiceAuthenticator } from './service-authenticator.ts';
import type { ServiceCaller } from './service-caller.ts';
import type { ServiceContext, ServiceNeeds } from './service-context.ts';
import { credentialsOf } from './service-credentials.ts';
import { answeredBefore, runServiceWrite } from './service-write.ts';
import { createSignedBodies, type SignedBodies } from './signed-body.ts';

/** A handler as the routes know it, once its body has been checked by its own schema. */
type AnyHandler = (body: never, context: ServiceContext) => Promise<unknown>;

interface Room {
  readonly needs: ServiceNeeds;
  readonly authenticator: ServiceAuthenticator;
  readonly running: RunningCalls;
  readonly meter: ClientMeter;
  readonly streams: EventStreams;
  readonly bodies: SignedBodies;
  readonly turns: KeyTurns;
}

const usualBody = 256 * 1024;

/** Registers every call of the service API on a scope of its own, whose parsers and limits are set. */
export function addServiceRoutes(
  api: FastifyInstance,
  needs: ServiceNeeds,
  running: RunningCalls,
  meter: ClientMeter,
): void {
  const authenticator = createServiceAuthenticator(needs);
  const streams = createEventStreams(createEventFeed(needs), needs);
  const bodies = createSignedBodies(api);
  const turns = createKeyTurns();
  const room: Room = { needs, running, meter, authenticator, streams, bodies, turns };
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
        const given = credentialsOf(request, call);
        const find = () => room.authenticator.authenticate(given, asking, scopeOf(call));
        callers.set(request, await room.running.whileArriving(find));
        room.bodies.expect(request, given);
      },
      onResponse: async (request, reply) => {
        const caller = callers.get(request);
        if (caller) room.meter.record(caller.id, reply.statusCode);
      },
    },
    async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw new Error('a handler ran without a caller');
      room.bodies.assertSigned(request);
      if (call.streams && wantsStream(request)) {
        const { asking } = stateOf(request);
        const given = credentialsOf(request, call);
        const mayListen = () => room.authenticator.isWelcome(given, asking, scopeOf(call));
        return room.streams.serve(request, reply, wishOf(call, request), { caller, mayListen });
      }
      reply.raw.once('close', room.running.enter(0));
      const answer = await answerTo(room, call, handler, caller, request);
      return success('ok', answer, stateOf(request));
    },
  );
}

const givenTo = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body);

/** Throws the Fault that names the fields that are wrong. */
function bodyOf(input: ServiceCall['input'], request: FastifyRequest): unknown {
  return readBody(input as z.ZodMiniType<unknown>, givenTo(request), {}, nobody(stateOf(request).asking));
}

/** What a stream begins with: where the body says, or where the caller was cut off. */
function wishOf({ input }: ServiceCall, request: FastifyRequest): EventWish {
  const { since, events } = bodyOf(input, request) as ServiceBody<ServiceCalls['eventSubscribe']>;
  return { since: lastEventId(request) ?? since ?? null, kinds: events ?? null };
}

async function answerTo(
  { needs, turns }: Room,
  { path, writes, input }: ServiceCall,
  handler: AnyHandler,
  caller: ServiceCaller,
  request: FastifyRequest,
): Promise<unknown> {
  const key = writes ? requiredKeyOf(request) : '';
  const [given, body] = [givenTo(request), bodyOf(input, request)];
  const own = { client: caller.id, key, path, body: given };
  let hasAsked = false;
  const write: ServiceContext['write'] = (work, keeps) => {
    if (!writes) throw new Error(`${path} is said to read, and writes`);
    hasAsked = true;
    return runServiceWrite(needs, own, work, keeps);
  };
  const before: ServiceContext['before'] = async () => (writes && !hasAsked ? answeredBefore(needs, own) : null);
  return turns.take(caller.id, writes ? key : null, async () => {
    try {
      const answer = await handler(body as never, { caller, write, before });
      return ((await before<unknown>()) ?? { answer }).answer;
    } catch (error) {
      const kept = error instanceof Fault ? await before<unknown>() : null;
      if (kept) return kept.answer;
      throw error;
    }
  });
}
