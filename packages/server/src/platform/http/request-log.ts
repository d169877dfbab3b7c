import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/**
 * What may be logged of an error: its kind and where it came from. Its message may quote what someone typed, so it
 * stays out.
 */
export function toLoggable(error: unknown): { error: string; code: string | null; at: string[] } {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
  if (!(error instanceof Error)) return { error: typeof error, code, at: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, code, at: frames.slice(0, 12).map((line) => line.trim().slice(0, 200)) };
}

/** The route's template, never the URL as sent, which may contain user input. */
export function getRouteTemplate(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

/** One line an answer; nothing of a header or a body. */
export function logAnswer(log: Logger, request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { code, actorId } = request.frame ?? { code: null, actorId: null };
  log.info({
    requestId: request.id,
    method: request.method,
    path: getRouteTemplate(request),
    status: reply.statusCode,
    code,
    ms: Math.round(ms * 10) / 10,
    actorId,
  });
}
