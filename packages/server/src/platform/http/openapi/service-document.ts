import {
  type ErrorName,
  getScope,
  type ServiceCall,
  type ServiceCallName,
  serviceBase,
  serviceCalls,
  signatureScheme,
} from '@gantry/core';
import * as z from 'zod/mini';
import answers from './answers.json' with { type: 'json' };
import {
  createErrorPart,
  createErrorResponses,
  envelopeOf,
  failure,
  idempotencyKey,
  jsonContent,
} from './document-parts.ts';
import { exampleOf } from './example.ts';
import type { JsonSchema } from './field-schema.ts';
import { scopeDescriptions, serviceSummaries } from './service-summaries.ts';
import { pickUsed } from './used-schemas.ts';

const signed = `${signatureScheme} client=<clientId>,time=<UTC ms>,nonce=<once>,body=<SHA-256>,signature=<HMAC-SHA-256 of time, nonce, path, Idempotency-Key and body, a line each>`;

/** Every number of the service API is whole; Zod does not say so of those that a refinement checks. */
function toWholeNumber({ jsonSchema }: { readonly jsonSchema: Record<string, unknown> }): void {
  if (jsonSchema.type !== 'number') return;
  jsonSchema.type = 'integer';
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

/** The body of a call; what only the server can judge, such as control characters, is left out. */
function bodyOf({ input }: ServiceCall): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: toWholeNumber,
  });
  return schema;
}

function errorsOf({ path, writes }: ServiceCall): ErrorName[] {
  const scope = getScope({ path });
  return [
    ...(['signInNeeded', 'denied', 'notFound', 'stateConflict'] as const),
    ...(scope === 'billing' || scope === 'task' ? (['insufficient'] as const) : []),
    ...(writes ? (['keyReused'] as const) : []),
    ...(scope === 'key' ? (['noKey'] as const) : []),
    ...(['tooLarge', 'unsupportedType', 'invalid', 'tooMany', 'failed', 'busy'] as const),
  ];
}

const answerTypes: Readonly<Record<string, JsonSchema>> = answers.service;
const answerSchemas = answers.schemas as Record<string, JsonSchema>;

function operationOf([name, call]: [string, ServiceCall]): [string, JsonSchema] {
  const { path, writes, streams } = call;
  const scope = getScope(call);
  const body = bodyOf(call);
  const answer = envelopeOf(answerTypes[name] ?? {});
  const { responses, codes } = createErrorPart(errorsOf(call));
  const stream = streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {};
  const post = {
    operationId: name,
    summary: serviceSummaries[name as ServiceCallName],
    description: `Needs the scope \`${scope}\` or \`all\`.`,
    tags: [scope],
    security: [{ client: [] }, { signature: [] }],
    ...(writes ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    requestBody: { required: true, content: jsonContent(body, exampleOf(body, {})) },
    responses: {
      200: { description: 'OK', content: { ...jsonContent(answer, exampleOf(answer, answerSchemas)), ...stream } },
      ...responses,
    },
    'x-gantry-scopes': [scope],
    'x-gantry-errors': codes,
  };
  return [path, { post }];
}

/** The calls of the platform's own services as OpenAPI 3.1, from the schemas that check their bodies. */
export function createServiceDocument(productVersion: string, basePath = ''): JsonSchema {
  const calls = Object.entries(serviceCalls) as [string, ServiceCall][];
  const paths = Object.fromEntries(calls.map(operationOf));
  const scopes = [...new Set(calls.map(([, call]) => getScope(call)))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gantry service API',
      version: productVersion,
      description:
        'The API for the services of the platform. Every call is a POST with a JSON body. Every answer is {code, message, data}: 20000 is done. Amounts are whole numbers, times are UTC milliseconds.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath + serviceBase }],
    tags: scopes.map((name) => ({ name, description: scopeDescriptions[name] ?? name })),
    paths,
    components: {
      securitySchemes: {
        client: { type: 'http', scheme: 'bearer', bearerFormat: '<clientId>.<secret>' },
        signature: { type: 'http', scheme: signatureScheme, description: signed },
      },
      parameters: { IdempotencyKey: idempotencyKey(true) },
      responses: createErrorResponses('en-US', paths),
      schemas: { Failure: failure, ...pickUsed(paths, answerSchemas) },
    },
  };
}
