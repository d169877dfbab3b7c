import { getScope, type ServiceCall, serviceBase, serviceCalls, signatureScheme } from '@gantry/core';
import * as z from 'zod/mini';
import { createOperationSchema, failure } from './document.ts';
import type { JsonSchema } from './field-schema.ts';

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
