import type { JsonSchema } from './field-schema.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Texts of the patterns that the definitions use. */
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

function textOf(schema: JsonSchema): string {
  if (schema.format === 'date') return '2026-01-01';
  const min = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const max = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  const pattern = typeof schema.pattern === 'string' ? new RegExp(schema.pattern, 'u') : /^/;
  const fits = (text: string) => text.length >= min && text.length <= max && pattern.test(text);
  return samples.find(fits) ?? 'x'.repeat(Math.max(min, 1));
}

function objectOf(schema: JsonSchema, schemas: Schemas, seen: readonly string[]): unknown {
  const properties = (schema.properties ?? {}) as Schemas;
  const required = (schema.required ?? []) as readonly string[];
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, seen)]));
}

function arrayOf(schema: JsonSchema, schemas: Schemas, seen: readonly string[]): unknown[] {
  const item = exampleOf((schema.items ?? {}) as JsonSchema, schemas, seen);
  return item === undefined ? [] : [item];
}

/** A value that a schema takes: what is required and no more. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, seen: readonly string[] = []): unknown {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return seen.includes(name) ? undefined : exampleOf(schemas[name] ?? {}, schemas, [...seen, name]);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (choices?.[0]) return exampleOf(choices[0], schemas, seen);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part: JsonSchema) => exampleOf(part, schemas, seen)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, schemas, seen);
    case 'array':
      return arrayOf(schema, schemas, seen);
    case 'string':
      return textOf(schema);
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
