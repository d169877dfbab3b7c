import type { IncomingMessage } from 'node:http';
import type { ApiError, ApiErrorDetail, ErrorName } from '@gantry/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { createErrorResponse, type StorageErrors, toApiError } from './error-response.ts';
import { getRequestLocale, type Translators } from './request-context.ts';
import { toLoggable } from './request-log.ts';
import { isConsoleRoute } from './security-headers.ts';

export interface ErrorHandlerOptions {
  readonly log: Logger;
  readonly translators: Translators;
  readonly storage: StorageErrors;
  /** Called when a write failed because the storage is full. */
  readonly onFull: () => void;
}

/** Sends an error response in the envelope. */
export function sendError(request: FastifyRequest, reply: FastifyReply, name: ErrorName, detail: ApiErrorDetail = {}) {
  const response = createErrorResponse(name, detail, getRequestLocale(request), request.id);
  if (request.callState) request.callState.code = response.body.code;
  if (response.retryAfter !== null) reply.header('retry-after', String(response.retryAfter));
  return reply
    .code(response.http)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(response.body);
}

/** Handles the errors of all routes. */
export function addErrorHandler(app: FastifyInstance, options: ErrorHandlerOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toApiError(error, options.storage);
    if (problem.problem === 'failed')
      options.log.error({ requestId: request.id, ...toLoggable(error) }, 'a call failed');
    if (problem.problem === 'storageFull') {
      options.log.warn({ requestId: request.id }, 'the storage is full or failing');
      options.onFull();
    }
    const send = () =>
      sendError(request, reply, problem.problem, localizeBodyError(problem, request, options.translators));
    if (problem.problem !== 'tooLarge') return send();
    // Returns undefined, so that Fastify waits for the reply.
    void dropBody(request.raw).then(send);
    return undefined;
  });
}

/** How long the rest of a body that is too large is read, in ms. */
const dropMs = 10_000;

/**
 * Reads the rest of a body and discards it: a client or proxy that is still sending would otherwise meet a closed connection
 * instead of the response.
 */
function dropBody(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, dropMs);
    body.once('end', done).once('close', done).resume();
  });
}

/** Adds a localized message to the error of a body that could not be parsed. */
function localizeBodyError(problem: ApiError, request: FastifyRequest, translators: Translators): ApiErrorDetail {
  if (problem.problem !== 'invalid' || problem.detail.errors) return problem.detail;
  const t = translators[getRequestLocale(request)];
  const data: Readonly<Record<string, unknown>> = problem.detail.data ?? {};
  const { reason, field } = data;
  if (reason === 'control' && typeof field === 'string') {
    const name = field === '' ? 'body' : field;
    return { ...problem.detail, errors: { [name]: [t('validation.control', { field: name.slice(0, 60) })] } };
  }
  return {
    ...problem.detail,
    errors: { body: [t(getBodyMessageKey(problem.detail.data), { field: t('validation.fullBody') })] },
  };
}

function getBodyMessageKey({ reason }: Readonly<Record<string, unknown>> = {}) {
  if (reason === 'depth') return 'validation.tooDeep';
  return reason === 'key' ? 'validation.forbiddenKey' : 'validation.json';
}

/** Handles unknown paths: a call gets an error envelope, a page of the console gets its start page. Calls must be POST. */
export function addNotFoundHandler(app: FastifyInstance, apiBase: string, hasConsole: boolean): void {
  app.setNotFoundHandler((request, reply) => {
    const isCall = request.url === apiBase || request.url.startsWith(`${apiBase}/`);
    // Returns nothing: Fastify would wait for a returned reply as for a promise, once more in each hook.
    if (isCall && request.method !== 'POST') {
      reply.header('allow', 'POST');
      sendError(request, reply, 'methodNotAllowed');
    } else if (hasConsole && isConsoleRoute(request)) reply.sendConsole();
    else sendError(request, reply, 'notFound');
  });
}
