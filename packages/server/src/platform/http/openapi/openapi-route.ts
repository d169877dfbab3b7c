import type { Catalogue, Locale } from '@gantry/core';
import type { FastifyInstance } from 'fastify';
import { getRequestLocale } from '../request-context.ts';
import { createAdminDocument } from './admin-document.ts';
import { createServiceDocument } from './service-document.ts';

/**
 * Adds `GET /openapi.json` in the language of the request, generated once per language, and `GET /openapi-service.json` for
 * services.
 */
export function addOpenApi(app: FastifyInstance, catalogue: Catalogue, version: string, basePath: string): void {
  const documents = new Map<Locale, string>();
  app.get('/openapi.json', async (request, reply) => {
    const locale = getRequestLocale(request);
    const text = documents.get(locale) ?? JSON.stringify(createAdminDocument(catalogue, locale, version, basePath));
    documents.set(locale, text);
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(text);
  });
  let serviceDocument: string | null = null;
  app.get('/openapi-service.json', async (_request, reply) => {
    serviceDocument ??= JSON.stringify(createServiceDocument(version, basePath));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(serviceDocument);
  });
}
