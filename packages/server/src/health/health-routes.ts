import type { FastifyInstance } from 'fastify';
import type { Readiness } from './readiness.ts';

/** `/livez`: the process answers. `/readyz`: and can do its work. Public, so neither says more than yes or no. */
export function addHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/livez', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ok = await readiness.isReady();
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok });
  });
}
