import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { ApiError, apiBase, type Catalogue, localize, payBase, serviceBase } from '@gantry/core';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from './platform/context/context.ts';
import type { RunningCalls } from './platform/http/admission/running-calls.ts';
import {
  addHeapLimit,
  type CallLanes,
  createAddressLimit,
  createCallLanes,
  createShed,
  type OnShed,
  queueCalls,
} from './platform/http/admission/shed-calls.ts';
import type { Authenticator } from './platform/http/authenticate.ts';
import { stripBasePath } from './platform/http/base-path.ts';
import type { RegisterCall } from './platform/http/call.ts';
import { createCallRegistry, type OnDenied } from './platform/http/call-registry.ts';
import { addCaptchaWidget, type ReadCaptchaWidget } from './platform/http/captcha-widget.ts';
import { answerCors, isFromOrigin } from './platform/http/cors.ts';
import { addErrorHandler, addNotFoundHandler, sendError } from './platform/http/error-handler.ts';
import { rejectMalformedRequest, type StorageErrors } from './platform/http/error-response.ts';
import type { HttpMeter } from './platform/http/http-meter.ts';
import { parseJsonBody } from './platform/http/json-body.ts';
import { addOpenApi } from './platform/http/openapi/openapi-route.ts';
import { createPermissionTable } from './platform/http/permission-table.ts';
import { createRequestContext, createTranslators, getRequestLocale } from './platform/http/request-context.ts';
import { getRouteTemplate, logResponse } from './platform/http/request-log.ts';
import { addRuntimeConfig, type ReadRuntimeConfig } from './platform/http/runtime-config.ts';
import {
  addSecurityHeaders,
  addStaticFiles,
  defaultSecurityHeaders,
  type ReadMediaHosts,
} from './platform/http/security-headers.ts';
import { addUploadRoute, type FindFile } from './platform/http/upload-route.ts';
import type { DiskGuard } from './platform/observability/disk-guard.ts';
import { addHealthRoutes, type Readiness } from './platform/observability/readiness.ts';

export interface AppOptions {
  readonly catalogue: Catalogue;
  readonly log: Logger;
  readonly clock: Clock;
  readonly authenticator: Authenticator;
  readonly onDenied: OnDenied;
  readonly storage: StorageErrors;
  /** Whether a new call would have to wait for the database. */
  readonly isSaturated: () => boolean;
  readonly disk: DiskGuard;
  readonly findFile: FindFile;
  readonly runtimeConfig: ReadRuntimeConfig;
  readonly captchaWidget: ReadCaptchaWidget;
  readonly mediaHosts: ReadMediaHosts;
  readonly readiness: Readiness;
  readonly meter: HttpMeter;
  readonly version: string;
  /** The path that the server is published under, without a trailing slash; empty for `/`. */
  readonly basePath: string;
  /** Origins of consoles on other hosts. */
  readonly corsOrigins: readonly string[];
  /** Networks whose X-Forwarded-* headers are trusted; none by default. */
  readonly trustProxy: readonly string[];
  /** The maximum number of calls per minute from one IP address; 0 means no limit. */
  readonly perMinute: number;
  /** The folder of the built console; null serves the API only. */
  readonly webRoot: string | null;
  /** Registers the calls of the admin API. */
  readonly addCalls: (register: RegisterCall) => void;
  /** Registers the calls of the service API, in a scope of its own. */
  readonly addServiceCalls: (api: FastifyInstance, running: RunningCalls) => void;
  /** Registers the endpoints that receive webhooks of gateways, in a scope of its own. */
  readonly addNotices: (api: FastifyInstance, running: RunningCalls) => void;
  /** Registers the sample API under `/api`; null when it is disabled. */
  readonly addSampleData: ((api: FastifyInstance) => void) | null;
  /** Called after each response, for metrics. */
  readonly onAnswer: OnAnswer;
  /** Called for each call that is rejected before it starts. */
  readonly onShed: OnShed;
  /** Receives access to the number of running and waiting calls. */
  readonly onGates: (lanes: Pick<CallLanes, 'loads'>) => void;
}

export type OnAnswer = (path: string, status: number, code: number | null, ms: number) => void;

/** The base path of all calls. The sample API, if enabled, is directly below it. */
const sampleBase = '/api';

/** The base path of the admin and service APIs. */
const allCallsBase = '/api/v1';

/** Timeouts of a connection, in ms, which cut off slow senders. {@link createHttpServer} checks the Host header. */
const connection = {
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};

/** Maximum size of a JSON body, in bytes. */
const bodyLimit = 256 * 1024;

/** Bodies are validated by their definitions, so the schema compilers of the framework are never loaded. */
function rejectSchemas(): never {
  throw new Error('a route has a schema of the framework, which checks nothing here');
}

/** Builds the HTTP server, not yet listening. Throws when a call has no permission entry, or an entry no call. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const lanes = createCallLanes(options.isSaturated);
  const { laneOf } = lanes;
  options.onGates(lanes);
  const onShed: OnShed = (path, status, code) => {
    options.meter.record(status, 0);
    options.onAnswer(path, status, code, 0);
    options.onShed(path, status, code);
  };
  const isShed = createShed(laneOf, onShed);
  const app = Fastify({
    serverFactory: (handle) => createHttpServer(handle, isShed, options),
    bodyLimit,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    logger: false,
    schemaController: {
      compilersFactory: { buildValidator: () => rejectSchemas, buildSerializer: () => rejectSchemas },
    },
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    clientErrorHandler: rejectMalformedRequest,
    frameworkErrors: (_error, request, reply) =>
      void sendError(request, reply.headers({ ...defaultSecurityHeaders }), 'notFound'),
  });
  app.server.on('connection', lanes.onConnection);
  const translators = createTranslators();
  app.decorateRequest('callState', null);
  queueCalls(app, laneOf, options.perMinute === 0 ? null : await createAddressLimit(app, options.perMinute), onShed);
  openRequests(app, options);
  addSecurityHeaders(app, options.mediaHosts);
  addErrorHandler(app, { ...options, translators, onFull: options.disk.onFull });
  addNotFoundHandler(app, allCallsBase, options.webRoot !== null);
  addHealthRoutes(app, options.readiness);
  addRuntimeConfig(app, options.runtimeConfig);
  addCaptchaWidget(app, options.captchaWidget, options.corsOrigins);
  addUploadRoute(app, options.findFile, options.corsOrigins);
  addOpenApi(app, options.catalogue, options.version, options.basePath);
  await app.register((api) => addApi(api, options, lanes), { prefix: apiBase });
  await app.register((api) => addServiceApi(api, options, lanes.services), { prefix: serviceBase });
  await app.register((api) => addNoticeApi(api, options, lanes.paymentNotifications), { prefix: payBase });
  if (options.addSampleData !== null) await app.register((api) => addSampleApi(api, options), { prefix: sampleBase });
  if (options.webRoot !== null) await addStaticFiles(app, options.webRoot, options.basePath);
  return app;
}

/**
 * Creates the server that passes requests to the framework. It removes the base path and adds CORS headers, which rejections need
 * as well. It rejects calls that would wait too long, and requests without exactly one Host header.
 * @param handle the request handler of the framework
 * @param isShed rejects a call that would wait too long; returns whether it did
 */
function createHttpServer(
  handle: RequestListener,
  isShed: ReturnType<typeof createShed>,
  { basePath, corsOrigins }: Pick<AppOptions, 'basePath' | 'corsOrigins'>,
): Server {
  const server = createServer(connection, (request, response) => {
    request.url = stripBasePath(request.url ?? '/', basePath);
    if (answerCors(request, response, corsOrigins)) return;
    if (isShed(request, response)) return;
    if (request.headers.host === undefined && request.httpVersion !== '1.0')
      return rejectMalformedRequest({ code: 'HOST_MISSING' }, request.socket);
    // A proxy may have used one Host header for its decision while this server would use the other.
    if (request.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length > 1)
      return rejectMalformedRequest({ code: 'HOST_REPEATED' }, request.socket);
    handle(request, response);
  });
  return server.on('checkExpectation', ({ socket }) => rejectMalformedRequest({ code: 'EXPECTATION_FAILED' }, socket));
}

/**
 * Assigns an id and a start time to every request. Measures and logs every response, even if the client has disconnected. Calls
 * that are rejected before this point are only counted.
 */
function openRequests(app: FastifyInstance, { log, meter, onAnswer, trustProxy }: AppOptions): void {
  const translators = createTranslators();
  const warnOfProxy = createProxyWarning(log, trustProxy);
  app.addHook('onRequest', (request, reply, next) => {
    const startedAt = request.receivedAt ?? performance.now();
    warnOfProxy(request);
    const requestContext = createRequestContext(request, translators);
    request.callState = { requestContext, startedAt, caller: null, actorId: null, isLong: false, code: null };
    reply.header('x-request-id', request.id);
    reply.raw.once('close', () => {
      const ms = performance.now() - startedAt;
      const isLong = request.callState?.isLong === true;
      if (!isLong && request.url.startsWith(allCallsBase)) meter.record(reply.statusCode, ms);
      if (!isLong) onAnswer(getRouteTemplate(request), reply.statusCode, request.callState?.code ?? null, ms);
      logResponse(log, request, reply, ms);
    });
    next();
  });
}

/** Warns once about requests that come through a proxy which is not configured. */
function createProxyWarning(log: Logger, trustProxy: readonly string[]): (request: FastifyRequest) => void {
  let isDone = trustProxy.length > 0;
  return ({ headers }) => {
    if (isDone || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return;
    isDone = true;
    log.warn(
      'a request came through a proxy, but --trust-proxy is not set: all clients share the address and limits of it',
    );
  };
}

async function addApi(
  api: FastifyInstance,
  options: AppOptions,
  { getRunningCalls: runningOf }: CallLanes,
): Promise<void> {
  readJson(api);
  addHeapLimit(api);
  guardCalls(api, options);
  const table = createPermissionTable(options.catalogue);
  const registry = createCallRegistry(api, {
    ...options,
    table,
    getRunningCalls: runningOf,
    isNearlyFull: options.disk.isNearlyFull,
  });
  options.addCalls(registry.register);
  registry.assertComplete();
}

async function addServiceApi(api: FastifyInstance, options: AppOptions, running: RunningCalls): Promise<void> {
  readJson(api);
  addHeapLimit(api);
  guardCalls(api, options);
  options.addServiceCalls(api, running);
}

async function addNoticeApi(api: FastifyInstance, options: AppOptions, running: RunningCalls): Promise<void> {
  addHeapLimit(api);
  options.addNotices(api, running);
}

async function addSampleApi(api: FastifyInstance, options: AppOptions): Promise<void> {
  readJson(api);
  addHeapLimit(api);
  guardCalls(api, options);
  options.addSampleData?.(api);
}

const inUtf8 = { zh: '请求体须为 UTF-8 编码的 JSON', en: 'Send the JSON body in UTF-8.' } as const;

/** Rejects a body in another encoding than UTF-8, because it would be misread. */
function assertUtf8(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new ApiError('unsupportedType', { message: localize(inUtf8, getRequestLocale(request)) });
}

function readJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    assertUtf8(request);
    return parseJsonBody(text);
  });
}

/** Forbids caching of responses, and rejects calls that a browser sends from another site unless its origin is allowed. */
function guardCalls(api: FastifyInstance, { corsOrigins }: Pick<AppOptions, 'corsOrigins'>): void {
  api.addHook('onRequest', (request, reply, next) => {
    reply.header('cache-control', 'no-store');
    const site = request.headers['sec-fetch-site'];
    const isForeign = (site === 'cross-site' || site === 'same-site') && !isFromOrigin(request, corsOrigins);
    next(isForeign ? new ApiError('denied') : undefined);
  });
}
