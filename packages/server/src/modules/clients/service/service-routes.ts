import { createHash } from 'node:crypto';
import { ApiError, getScope, type ServiceBody, type ServiceCall, type ServiceCalls, serviceCalls } from '@gantry/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { readBody } from '../../../platform/engine/read-body.ts';
import type { ClientMeter } from '../../../platform/http/admission/client-meter.ts';
import { createKeyQueue, type KeyQueue, type RunningCalls } from '../../../platform/http/admission/running-calls.ts';
import { createAnonymousCaller } from '../../../platform/http/authenticate.ts';
import { parseJsonBody, requireIdempotencyKey } from '../../../platform/http/json-body.ts';
import { createSuccess, getRequestState } from '../../../platform/http/request-context.ts';
import { isSameText } from '../../../platform/secrets/keyring.ts';
import {
  findStoredAnswer,
  runServiceWrite,
  type ServiceCaller,
  type ServiceContext,
  type ServiceDeps,
  type ServiceHandlers,
} from '../../../platform/service-api/service-context.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import { getMaintenanceError } from '../../../platform/settings/settings-reader.ts';
import { createEventFeed } from '../events/event-feed.ts';
import {
  createEventStreams,
  type EventOptions,
  type EventStreams,
  getLastEventId,
  isStreamRequested,
} from '../events/event-stream.ts';
import {
  createServiceAuthenticator,
  readCredentials,
  type ServiceAuthenticator,
  type ServiceCredentialsGiven,
} from './service-authenticator.ts';

/** Sees that a signed call carries the body that was signed. */
interface SignedBodies {
  /** Before the body is read: what it was signed as, if it was. */
  expect(request: FastifyRequest, given: ServiceCredentialsGiven): void;
  /** Throws unless the body came as it was signed; a call without a body has been signed over nothing. */
  assertSigned(request: FastifyRequest): void;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Reads the bodies of a scope's calls as JSON, and compares those of signed calls. */
function createSignedBodies(api: FastifyInstance): SignedBodies {
  const expected = new WeakMap<FastifyRequest, string>();
  const assertIs = (request: FastifyRequest, text: string) => {
    const hash = expected.get(request);
    if (hash !== undefined && !isSameText(hash, hashOf(text)))
      throw new ApiError('signInNeeded', { data: { state: 'body' } });
    expected.delete(request);
  };
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    assertIs(request, text);
    return parseJsonBody(text);
  });
  return {
    expect(request, given) {
      if (given.kind === 'signature') expected.set(request, given.signed.bodyHash);
    },
    assertSigned: (request) => assertIs(request, ''),
  };
}

/** A handler as the routes know it, once its body has been checked by its own schema. */
type AnyHandler = (body: never, context: ServiceContext) => Promise<unknown>;

/** What all routes share. */
interface RouteContext {
  readonly deps: ServiceDeps;
  readonly authenticator: ServiceAuthenticator;
  readonly running: RunningCalls;
  readonly meter: ClientMeter;
  readonly streams: EventStreams;
  readonly bodies: SignedBodies;
  readonly turns: KeyQueue;
}

const usualBody = 256 * 1024;

/** The answers of all calls of the service API. */
export type AllServiceHandlers = ServiceHandlers<keyof ServiceCalls>;

/** Registers every call of the service API on its own scope, whose parsers and limits are set. */
export function addServiceRoutes(
  api: FastifyInstance,
  deps: ServiceDeps,
  handlers: AllServiceHandlers,
  running: RunningCalls,
  meter: ClientMeter,
): void {
  const authenticator = createServiceAuthenticator(deps);
  const streams = createEventStreams(createEventFeed(deps), deps);
  const bodies = createSignedBodies(api);
  const turns = createKeyQueue();
  const context: RouteContext = { deps, running, meter, authenticator, streams, bodies, turns };
  const handlerByName: Readonly<Record<string, AnyHandler>> = handlers;
  for (const [name, call] of Object.entries(serviceCalls) as [string, ServiceCall][]) {
    const handler = handlerByName[name];
    if (!handler) throw new Error(`nothing answers the service call ${name}`);
    addRoute(api, context, call, rejectDuringMaintenance(deps.settings, name, handler));
  }
}

function addRoute(api: FastifyInstance, context: RouteContext, call: ServiceCall, handler: AnyHandler): void {
  const callers = new WeakMap<FastifyRequest, ServiceCaller>();
  api.post(
    call.path,
    {
      bodyLimit: call.bodyLimit ?? usualBody,
      onRequest: async (request) => {
        const { requestContext } = getRequestState(request);
        const given = readCredentials(request, call);
        const find = () => context.authenticator.authenticate(given, requestContext, getScope(call));
        callers.set(request, await context.running.whileArriving(find));
        context.bodies.expect(request, given);
      },
      onResponse: async (request, reply) => {
        const caller = callers.get(request);
        if (caller) context.meter.record(caller.id, reply.statusCode);
      },
    },
    async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw new Error('a handler ran without a caller');
      context.bodies.assertSigned(request);
      if (call.streams && isStreamRequested(request)) {
        const { requestContext } = getRequestState(request);
        const given = readCredentials(request, call);
        const canListen = () => context.authenticator.isWelcome(given, requestContext, getScope(call));
        return context.streams.serve(request, reply, toEventOptions(call, request), { caller, mayListen: canListen });
      }
      reply.raw.once('close', context.running.enter(0));
      const answer = await answerTo(context, call, handler, caller, request);
      return createSuccess('ok', answer, getRequestState(request));
    },
  );
}

const getRequestBody = ({ body }: FastifyRequest): unknown => (body === undefined ? {} : body);

/** Throws an ApiError that names the invalid fields. */
function getBody(input: ServiceCall['input'], request: FastifyRequest): unknown {
  return readBody(
    input as z.ZodMiniType<unknown>,
    getRequestBody(request),
    {},
    createAnonymousCaller(getRequestState(request).requestContext),
  );
}

/** The events of a stream: from the position in the body, or from the last one that the caller received. */
function toEventOptions({ input }: ServiceCall, request: FastifyRequest): EventOptions {
  const { since, events } = getBody(input, request) as ServiceBody<ServiceCalls['eventSubscribe']>;
  return { since: getLastEventId(request) ?? since ?? null, kinds: events ?? null };
}

async function answerTo(
  { deps, turns }: RouteContext,
  { path, writes, input }: ServiceCall,
  handler: AnyHandler,
  caller: ServiceCaller,
  request: FastifyRequest,
): Promise<unknown> {
  const key = writes ? requireIdempotencyKey(request) : '';
  const [given, body] = [getRequestBody(request), getBody(input, request)];
  const own = { client: caller.id, key, path, body: given };
  let hasRequested = false;
  const write: ServiceContext['write'] = (work, keeps) => {
    if (!writes) throw new Error(`${path} is said to read, and writes`);
    hasRequested = true;
    return runServiceWrite(deps, own, work, keeps);
  };
  const findAnswerBefore: ServiceContext['before'] = async () =>
    writes && !hasRequested ? findStoredAnswer(deps, own) : null;
  return turns.run(caller.id, writes ? key : null, async () => {
    try {
      const answer = await handler(body as never, { caller, write, before: findAnswerBefore });
      return ((await findAnswerBefore<unknown>()) ?? { answer }).answer;
    } catch (error) {
      const stored = error instanceof ApiError ? await findAnswerBefore<unknown>() : null;
      if (stored) return stored.answer;
      throw error;
    }
  });
}

/** Calls that start something. What was started can be completed, reported and read also while the platform is under maintenance. */
const beginning: readonly (keyof ServiceCalls)[] = [
  'billingHold',
  'taskCreate',
  'pdfSubmit',
  'pdfAsk',
  'knowledgeCreate',
  'knowledgeSubmit',
  'orderCreate',
  'userRegister',
  'redeemUse',
  'signIn',
  'signMakeUp',
];

/** Wraps a handler that rejects new work under maintenance; handlers that start nothing are returned unchanged. */
function rejectDuringMaintenance<H extends (...given: never[]) => Promise<unknown>>(
  settings: SettingsReader,
  name: string,
  handler: H,
): H {
  if (!(beginning as readonly string[]).includes(name)) return handler;
  const runGuarded = async (...given: Parameters<H>) => {
    const problem = await getMaintenanceError(settings);
    if (problem) throw problem;
    return handler(...given);
  };
  return runGuarded as unknown as H;
}
