import type { IncomingMessage } from 'node:http';
import type { ApiError, ApiErrorDetail, ErrorName } from '@gantry/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { createFailedAnswer, type StorageErrors, toApiError } from './answer-error.ts';
import { getRequestLocale, type Translators } from './request-context.ts';
import { toLoggable } from './request-log.ts';
import { isConsoleRoute } from './security-headers.ts';

export interface FailureOptions {
  readonly log: Logger;
  readonly translators: Translators;
  readonly storage: StorageErrors;
  /** Told when a write found no room. */
  readonly onFull: () => void;
}

/** Sends a failure in the envelope. */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  name: ErrorName,
  detail: ApiErrorDetail = {},
) {
  const answer = createFailedAnswer(name, detail, getRequestLocale(request), request.id);
  if (request.frame) request.frame.code = answer.body.code;
  if (answer.retryAfter !== null) reply.header('retry-after', String(answer.retryAfter));
  return reply
    .code(answer.http)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(answer.body);
}

/** Every error of every route ends here. */
export function addErrorHandler(app: FastifyInstance, options: FailureOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toApiError(error, options.storage);
    if (problem.problem === 'failed')
      options.log.error({ requestId: request.id, ...toLoggable(error) }, 'a call failed');
    if (problem.problem === 'storageFull') {
      options.log.warn({ requestId: request.id }, 'the storage is full or failing');
      options.onFull();
    }
    const send = () => sendFailure(request, reply, problem.problem, withWords(problem, request, options.translators));
    if (problem.problem !== 'tooLarge') return send();
    // Gives nothing back, so that the reply is waited for.
    void dropBody(request.raw).then(send);
    return undefined;
  });
}

/** How long the rest of a body that is too large is read, in ms. */
const dropMs = 10_000;

/**
 * Reads the rest of a body and drops it: a client, or a proxy, that still sends would meet a cut connection instead of the answer.
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

/** A body that could not be read is said to be wrong in the caller's words. */
function withWords(problem: ApiError, request: FastifyRequest, translators: Translators): ApiErrorDetail {
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
    errors: { body: [t(bodyWords(problem.detail.data), { field: t('validation.fullBody') })] },
  };
}

function bodyWords({ reason }: Readonly<Record<string, unknown>> = {}) {
  if (reason === 'depth') return 'validation.tooDeep';
  return reason === 'key' ? 'validation.forbiddenKey' : 'validation.json';
}

/** What is not there: a call in the envelope, a page of the console as its start page. Only POST makes calls. */
export function addNotFound(app: FastifyInstance, apiBase: string, hasConsole: boolean): void {
  app.setNotFoundHandler((request, reply) => {
    const isCall = request.url === apiBase || request.url.startsWith(`${apiBase}/`);
    // Gives nothing back: a reply is waited for like a promise, once more by each step that is handed it.
    if (isCall && request.method !== 'POST') {
      reply.header('allow', 'POST');
      sendFailure(request, reply, 'methodNotAllowed');
    } else if (hasConsole && isConsoleRoute(request)) reply.sendConsole();
    else sendFailure(request, reply, 'notFound');
  });
}
