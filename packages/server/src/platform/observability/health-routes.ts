import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

/**
 * `/livez`: the process answers. `/readyz`: and can do its work, or the names of what it lacks. Public, so neither says more.
 */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const missing = await readiness.missing();
    reply.header('cache-control', 'no-store');
    return missing.length === 0 ? reply.send({ ok: true }) : reply.code(503).send({ ok: false, reasons: missing });
  });
}
