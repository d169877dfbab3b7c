import {
  type Action,
  type AnyResource,
  apiBase,
  type Catalogue,
  documentTypes,
  exportTypes,
  getInputFields,
  getResourcePath,
  getScope,
  type Locale,
  localize,
  type ServiceCall,
  serviceBase,
  serviceCalls,
  signatureScheme,
  verbs,
} from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US';
import { words as zh } from '@gantry/core/words/zh-CN';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { getRequestLocale } from '../request-context.ts';
import { createObjectSchema, createStrictObject, type JsonSchema } from './field-schema.ts';
import { answerOfVerb, createVerbBody, id, version } from './verb-schemas.ts';

interface Call {
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly body: JsonSchema;
  /** Null: a stream of text. */
  readonly data: JsonSchema | null;
  /** The stream may be of documents too. */
  readonly documents?: boolean;
  readonly isPublic: boolean;
}

function callsOfResource(resource: AnyResource, locale: Locale): Call[] {
  const words = locale === 'zh-CN' ? zh : en;
  const tag = localize(resource.label, locale);
  const ofVerbs = verbs
    .filter((verb) => resource.access[verb])
    .map((verb) => ({
      path: getResourcePath(resource.name, verb),
      summary: `${tag}: ${words.verb[verb]}`,
      tag,
      body: createVerbBody(resource, verb, locale),
      data: answerOfVerb(resource, verb, locale),
      documents: resource.document !== undefined,
      isPublic: false,
    }));
  const ofActions = Object.entries(resource.actions ?? {})
    .filter(([, action]) => action.on !== 'system')
    .map(([name, action]) => ({
      path: getResourcePath(resource.name, name),
      summary: `${tag}: ${localize(action.label, locale)}`,
      tag,
      body: bodyOfAction(resource, action, locale),
      data: {},
      isPublic: false,
    }));
  return [...ofVerbs, ...ofActions];
}

function bodyOfAction(resource: AnyResource, action: Action, locale: Locale): JsonSchema {
  const body = createObjectSchema(getInputFields(resource, action), locale, true, action.on === 'record' ? { id } : {});
  return action.on === 'record' ? { ...body, properties: { version, ...(body.properties as JsonSchema) } } : body;
}

function callsOf(catalogue: Catalogue, locale: Locale): Call[] {
  const tag = locale === 'zh-CN' ? '会话与平台' : 'Session and platform';
  const others = catalogue.calls.map((call) => ({
    path: call.path,
    summary: localize(call.label, locale),
    tag,
    body: createObjectSchema(call.input, locale, true),
    data: call.answersFile === true ? null : {},
    isPublic: call.roles === 'public',
  }));
  return [...others, ...catalogue.resources.flatMap((resource) => callsOfResource(resource, locale))];
}

const envelopeOf = (data: JsonSchema): JsonSchema =>
  createStrictObject({ code: { type: 'integer', enum: [20000, 20001] }, message: { type: 'string' }, data });

/** What every call answers that did not succeed. */
const failure: JsonSchema = createStrictObject(
  {
    code: { type: 'integer' },
    message: { type: 'string' },
    data: { type: 'object', properties: { requestId: { type: 'string' } } },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    auth_login: { type: 'boolean' },
  },
  ['code', 'message', 'data'],
);

const isText = (type: string): boolean => /^text\/|ndjson/.test(type);

/** The types of what a call streams: rows in each form, and documents where texts leave as such. */
function streamOf({ documents }: Call): JsonSchema {
  const types = Object.values({ ...exportTypes, ...(documents ? documentTypes : {}) });
  return Object.fromEntries(
    types.map((type) => [
      type.split(';')[0],
      { schema: { type: 'string', ...(isText(type) ? {} : { format: 'binary' }) } },
    ]),
  );
}

/** One call as a path of the document. */
function createOperationSchema(call: Call): JsonSchema {
  const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
  return {
    post: {
      operationId: call.path.slice(1).replaceAll('/', '.'),
      summary: call.summary,
      tags: [call.tag],
      ...(call.isPublic ? { security: [] } : {}),
      requestBody: { required: true, content: json(call.body) },
      responses: {
        200: { description: 'OK', content: call.data === null ? streamOf(call) : json(envelopeOf(call.data)) },
        default: { description: 'Error', content: json({ $ref: '#/components/schemas/Failure' }) },
      },
    },
  };
}

/** The whole contract as OpenAPI 3.1, from the same definitions as the calls themselves. */
export function openApiDocument(catalogue: Catalogue, locale: Locale, productVersion: string): JsonSchema {
  const calls = callsOf(catalogue, locale);
  const tags = [...new Set(calls.map((call) => call.tag))].map((name) => ({ name }));
  return {
    openapi: '3.1.0',
    info: { title: 'Gantry', version: productVersion },
    servers: [{ url: apiBase }],
    security: [{ bearer: [] }],
    tags,
    paths: Object.fromEntries(calls.map((call) => [call.path, createOperationSchema(call)])),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failure },
    },
  };
}

const key: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 1, maxLength: 128 },
};

const signed = `${signatureScheme} client=<clientId>,time=<UTC ms>,nonce=<once>,body=<SHA-256>,signature=<HMAC-SHA-256 of time, nonce, path, Idempotency-Key and body, a line each>`;

/** The body of a call; what only the server can judge, such as control characters, is not told. */
function bodyOf({ input }: ServiceCall): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return schema;
}

function callOf([name, call]: [string, ServiceCall]): [string, JsonSchema] {
  const { path, writes } = call;
  const scope = getScope(call);
  const reported = { path, summary: path, tag: scope, body: bodyOf(call), data: {}, isPublic: false };
  const { post } = createOperationSchema(reported) as { readonly post: JsonSchema };
  const more = {
    operationId: name,
    security: [{ client: [scope] }, { signature: [scope] }],
    ...(writes ? { parameters: [key] } : {}),
  };
  return [path, { post: { ...post, ...more } }];
}

/** The calls of the platform's own services as OpenAPI 3.1, from the schemas that check their bodies. */
export function createServiceDocument(productVersion: string): JsonSchema {
  const calls = Object.entries(serviceCalls) as [string, ServiceCall][];
  return {
    openapi: '3.1.0',
    info: { title: 'Gantry service API', version: productVersion },
    servers: [{ url: serviceBase }],
    tags: [...new Set(calls.map(([, call]) => getScope(call)))].map((name) => ({ name })),
    paths: Object.fromEntries(calls.map(callOf)),
    components: {
      securitySchemes: {
        client: { type: 'http', scheme: 'bearer', bearerFormat: '<clientId>.<secret>' },
        signature: { type: 'http', scheme: signatureScheme, description: signed },
      },
      schemas: { Failure: failure },
    },
  };
}

/** `GET /openapi.json`, in the language asked for; made once a language. `GET /openapi-service.json` is for services. */
export function addOpenApi(app: FastifyInstance, catalogue: Catalogue, version: string): void {
  const made = new Map<Locale, string>();
  app.get('/openapi.json', async (request, reply) => {
    const locale = getRequestLocale(request);
    const text = made.get(locale) ?? JSON.stringify(openApiDocument(catalogue, locale, version));
    made.set(locale, text);
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(text);
  });
  let ofServices: string | null = null;
  app.get('/openapi-service.json', async (_request, reply) => {
    ofServices ??= JSON.stringify(createServiceDocument(version));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(ofServices);
  });
}
