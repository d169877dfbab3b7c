import { type ErrorName, errorCatalogue, getError, type Locale } from '@gantry/core';
import { createStrictObject, type JsonSchema } from './field-schema.ts';

/** The schema of the body of an error response. */
export const failure: JsonSchema = {
  ...createStrictObject(
    {
      code: { type: 'integer', description: 'Stable code of the error.' },
      message: { type: 'string', description: 'In the language of Accept-Language.' },
      data: { type: 'object', properties: { requestId: { type: 'string' } } },
      errors: {
        type: 'object',
        description: 'Messages by field.',
        additionalProperties: { type: 'array', items: { type: 'string' } },
      },
      auth_login: { type: 'boolean', description: 'Sign in again.' },
    },
    ['code', 'message', 'data'],
  ),
  description: 'The envelope of an error. The session codes 50008, 50012 and 50014 travel with HTTP status 200.',
};

/** The schema of the response, with code 20001, to an action that waits for the approval of another admin. */
export const waiting: JsonSchema = {
  type: 'object',
  description: 'Accepted, and not done until another admin approves it.',
  properties: { waits: { const: true }, message: { type: 'string' } },
  required: ['waits', 'message'],
};

export const envelopeOf = (data: JsonSchema): JsonSchema =>
  createStrictObject({ code: { type: 'integer', enum: [20000, 20001] }, message: { type: 'string' }, data });

export const jsonContent = (schema: JsonSchema, example?: unknown): JsonSchema => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});

/** The HTTP statuses of errors. */
const statuses = [...new Set(errorCatalogue.map(({ http }) => http))].filter((status) => status !== 200).sort();

const retryAfter: JsonSchema = {
  description: 'Seconds to wait before the same call is sent again.',
  schema: { type: 'integer', minimum: 0 },
};

/** Returns one response per status that the operations refer to: its codes, and `Retry-After` where waiting helps. */
export function createErrorResponses(locale: Locale, paths: JsonSchema): JsonSchema {
  const text = JSON.stringify(paths);
  const used = statuses.filter((status) => text.includes(`/responses/Error${status}`));
  return Object.fromEntries(
    used.map((status) => {
      const rows = errorCatalogue.filter(({ http }) => http === status);
      const [first] = rows;
      const texts = rows.map((row) => `${row.code} ${locale === 'zh-CN' ? row.zh : row.en}`);
      const example = first && {
        code: first.code,
        message: locale === 'zh-CN' ? first.zh : first.en,
        data: { requestId: 'req-1' },
      };
      const headers = status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {};
      const content = jsonContent({ $ref: '#/components/schemas/Failure' }, example);
      return [`Error${status}`, { description: texts.join('\n'), ...headers, content }];
    }),
  );
}

/** Returns the responses of an operation that may fail with the given errors, and their codes. */
export function createErrorPart(names: readonly ErrorName[]): { responses: JsonSchema; codes: readonly number[] } {
  const rows = names.map(getError);
  const used = [...new Set(rows.map(({ http }) => http))].filter((status) => status !== 200).sort();
  return {
    responses: Object.fromEntries(used.map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
    codes: rows.map(({ code }) => code),
  };
}

/** Returns the header parameter that makes a repeated write take effect only once. */
export const idempotencyKey = (required: boolean): JsonSchema => ({
  name: 'Idempotency-Key',
  in: 'header',
  required,
  description:
    '1 to 128 visible ASCII characters. Sent again with the same key and body, the call answers what it answered before. Keys last 72 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
  example: '4f5a1c2e-0b7d-4c58-9a55-6d1b8f0c7e21',
});

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Sample texts for the patterns that the definitions use. */
const samples = [
  ...['example', 'text', 'a1b2c3', '/files/0123456789abcdef.png', 'https://example.com/file.pptx', '2026-01', '1.0'],
  ...[
    '#165DFF',
    '13800138000',
    '123456',
    'user@example.com',
    '0-0',
    '2026-01-01',
    'USD',
    'example text',
    '203.0.113.7',
  ],
];

function createExampleText(schema: JsonSchema): string {
  if (schema.format === 'date') return '2026-01-01';
  const min = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const max = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  const pattern = typeof schema.pattern === 'string' ? new RegExp(schema.pattern, 'u') : /^/;
  const fits = (text: string) => text.length >= min && text.length <= max && pattern.test(text);
  return samples.find(fits) ?? 'x'.repeat(Math.max(min, 1));
}

function createExampleObject(schema: JsonSchema, schemas: Schemas, seen: readonly string[]): unknown {
  const properties = (schema.properties ?? {}) as Schemas;
  const required = (schema.required ?? []) as readonly string[];
  return Object.fromEntries(required.map((name) => [name, createExample(properties[name] ?? {}, schemas, seen)]));
}

function createExampleArray(schema: JsonSchema, schemas: Schemas, seen: readonly string[]): unknown[] {
  const item = createExample((schema.items ?? {}) as JsonSchema, schemas, seen);
  return item === undefined ? [] : [item];
}

/** Returns an example that a schema accepts, with the required properties only. */
export function createExample(schema: JsonSchema, schemas: Schemas, seen: readonly string[] = []): unknown {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return seen.includes(name) ? undefined : createExample(schemas[name] ?? {}, schemas, [...seen, name]);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices?.[0]) return createExample(choices[0], schemas, seen);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part: JsonSchema) => createExample(part, schemas, seen)));
  switch (schema.type) {
    case 'object':
      return createExampleObject(schema, schemas, seen);
    case 'array':
      return createExampleArray(schema, schemas, seen);
    case 'string':
      return createExampleText(schema);
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}

/** Returns the schemas of `all` that a part of the document refers to, directly or indirectly. */
export function pickUsed(part: unknown, all: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const queue = [part];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      const schema = all[name];
      if (!schema || found.has(name)) continue;
      found.set(name, schema);
      queue.push(schema);
    }
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
