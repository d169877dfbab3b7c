import { type Field, type FieldKind, type FieldOf, type Fields, type Locale, localize } from '@gantry/core';

/** JSON Schema, draft 2020-12, as far as it is used here. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type ByKind = { readonly [K in FieldKind]: (field: FieldOf<K>) => JsonSchema };

const bounds = (entries: Record<string, unknown>): JsonSchema =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
const string = (field: { min?: number; max?: number }, more: JsonSchema = {}) =>
  bounds({ type: 'string', minLength: field.min, maxLength: field.max, ...more });
const integer = (field: { min?: number; max?: number }, description?: string) =>
  bounds({ type: 'integer', minimum: field.min, maximum: field.max, description });
const options = (field: { options: object }): JsonSchema => ({ type: 'string', enum: Object.keys(field.options) });

const byKind: ByKind = {
  text: (field) =>
    string({ max: 255, ...field }, field.pattern === undefined ? {} : { pattern: `^(?:${field.pattern})$` }),
  paragraph: string,
  markdown: string,
  integer: (field) => integer(field),
  money: (field) => integer(field, field.decimals === 6 ? 'millionths of a yuan' : 'fen'),
  boolean: () => ({ type: 'boolean' }),
  choice: options,
  choices: (field) => ({ type: 'array', items: options(field), uniqueItems: true }),
  state: options,
  reference: () => integer({ min: 1 }),
  time: () => integer({ min: 0 }, 'UTC milliseconds'),
  date: () => ({ type: 'string', format: 'date' }),
  image: () => ({ type: 'string', pattern: '^/files/' }),
  color: () => ({ type: 'string', pattern: '^#[0-9A-F]{6}$' }),
  secret: (field) => string(field, { writeOnly: true }),
  tags: (field) => bounds({ type: 'array', items: { type: 'string' }, maxItems: field.maxItems, uniqueItems: true }),
  json: () => ({}),
};

/** The value of a field that is not empty. */
export function createFieldSchema(field: Field): JsonSchema {
  const make = byKind[field.kind] as (field: Field) => JsonSchema;
  return make(field);
}

export const makeNullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** A field with its name for people; one that need not be given may be null. */
export function createPropertySchema(field: Field, locale: Locale): JsonSchema {
  const value = createFieldSchema(field);
  const never = field.required || field.kind === 'boolean' || field.kind === 'state' || field.kind === 'json';
  return { title: localize(field.label, locale), ...(never ? value : makeNullable(value)) };
}

/** A strict object of fields; those that are required and have no default must be given. */
export function createObjectSchema(fields: Fields, locale: Locale, demand: boolean, more: JsonSchema = {}): JsonSchema {
  const own = Object.entries(fields).map(([name, field]) => [name, createPropertySchema(field, locale)] as const);
  const needed = Object.entries(fields).filter(([, field]) => field.required && !('default' in field));
  const required = [...Object.keys(more), ...(demand ? needed.map(([name]) => name) : [])];
  return createStrictObject({ ...more, ...Object.fromEntries(own) }, required);
}

export function createStrictObject(
  properties: JsonSchema,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}
