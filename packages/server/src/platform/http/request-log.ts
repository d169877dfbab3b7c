import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/**
 * Returns what may be logged of an error: its name, code and stack frames. The message is left out, since it may quote user
 * input.
 */
export function toLoggable(error: unknown): { error: string; code: string | null; at: string[] } {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
  if (!(error instanceof Error)) return { error: typeof error, code, at: [] };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { error: error.name, code, at: frames.slice(0, 12).map((line) => line.trim().slice(0, 200)) };
}

/** Returns the template of the route, never the URL as sent, which may contain user input. */
export function getRouteTemplate(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}

/** Logs one line per response, without headers and bodies. */
export function logResponse(log: Logger, request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { code, actorId } = request.callState ?? { code: null, actorId: null };
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
