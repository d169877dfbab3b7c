import {
  type Action,
  type AnyResource,
  apiBase,
  type Catalogue,
  documentTypes,
  exportTypes,
  getInputFields,
  getResourcePath,
  type Locale,
  localize,
  verbs,
} from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US';
import { words as zh } from '@gantry/core/words/zh-CN';
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
export const failure: JsonSchema = createStrictObject(
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
export function createOperationSchema(call: Call): JsonSchema {
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
