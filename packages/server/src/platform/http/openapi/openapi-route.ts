import type { Catalogue, Locale } from '@gantry/core';
import type { FastifyInstance } from 'fastify';
import { getRequestLocale } from '../request-context.ts';
import { createAdminDocument } from './admin-document.ts';
import { createServiceDocument } from './service-document.ts';

/** `GET /openapi.json`, in the language asked for; made once a language. `GET /openapi-service.json` is for services. */
export function addOpenApi(app: FastifyInstance, catalogue: Catalogue, version: string, basePath: string): void {
  const made = new Map<Locale, string>();
  app.get('/openapi.json', async (request, reply) => {
    const locale = getRequestLocale(request);
    const text = made.get(locale) ?? JSON.stringify(createAdminDocument(catalogue, locale, version, basePath));
    made.set(locale, text);
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(text);
  });
  let ofServices: string | null = null;
  app.get('/openapi-service.json', async (_request, reply) => {
    ofServices ??= JSON.stringify(createServiceDocument(version, basePath));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(ofServices);
  });
}
