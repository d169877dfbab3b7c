import { type Field, type FieldKind, type FieldOf, type Fields, type Locale, localize } from '@gantry/core';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

type ByKind = { readonly [K in FieldKind]: (field: FieldOf<K>) => JsonSchema };

const omitUndefined = (entries: Record<string, unknown>): JsonSchema =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
const createStringSchema = (field: { min?: number; max?: number }, more: JsonSchema = {}) =>
  omitUndefined({ type: 'string', minLength: field.min, maxLength: field.max, ...more });
const createIntegerSchema = (field: { min?: number; max?: number }, description?: string) =>
  omitUndefined({ type: 'integer', minimum: field.min, maximum: field.max, description });
const options = (field: { options: object }): JsonSchema => ({ type: 'string', enum: Object.keys(field.options) });

/** Returns the unit of an integer, in English. */
const getUnit = ({ unit, notation }: FieldOf<'integer'>): string | undefined => {
  if (notation === 'bytes') return 'Bytes.';
  if (notation === 'percent') return 'Ten-thousandths: 10000 is 100 %.';
  return unit && `Unit: ${unit.en}.`;
};

const byKind: ByKind = {
  text: (field) =>
    createStringSchema(
      { max: 255, ...field },
      field.pattern === undefined ? {} : { pattern: `^(?:${field.pattern})$` },
    ),
  paragraph: createStringSchema,
  markdown: createStringSchema,
  integer: (field) => createIntegerSchema(field, getUnit(field)),
  money: (field) =>
    createIntegerSchema(
      field,
      field.decimals === 6 ? 'Millionths of a yuan.' : 'The smallest unit of its currency, for example fen.',
    ),
  boolean: () => ({ type: 'boolean' }),
  choice: options,
  choices: (field) => ({ type: 'array', items: options(field), uniqueItems: true }),
  state: options,
  reference: () => createIntegerSchema({ min: 1 }),
  time: () => createIntegerSchema({ min: 0 }, 'UTC milliseconds.'),
  date: () => ({ type: 'string', format: 'date' }),
  image: () => ({ type: 'string', pattern: '^/files/' }),
  color: () => ({ type: 'string', pattern: '^#[0-9A-F]{6}$' }),
  secret: (field) => createStringSchema(field, { writeOnly: true }),
  tags: (field) =>
    omitUndefined({ type: 'array', items: { type: 'string' }, maxItems: field.maxItems, uniqueItems: true }),
  json: () => ({}),
};

/** Returns the schema of a non-empty value of a field. */
export function createFieldSchema(field: Field): JsonSchema {
  const create = byKind[field.kind] as (field: Field) => JsonSchema;
  return create(field);
}

export const makeNullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** Describes a field: its help, the labels of its options, and its unit. */
function describeField(field: Field, value: JsonSchema, locale: Locale): { description?: string } {
  const given = Object.entries('options' in field ? field.options : {});
  const options = given.map(([name, option]) => `\`${name}\`: ${localize(option, locale)}`);
  const parts = [field.help && localize(field.help, locale), options.join(', '), value.description];
  const text = parts.filter((part) => typeof part === 'string' && part !== '').join('\n');
  return text === '' ? {} : { description: text };
}

function createNamedSchema(field: Field, locale: Locale, isNeverNull: boolean): JsonSchema {
  const { description: _, ...value } = createFieldSchema(field);
  const about = { title: localize(field.label, locale), ...describeField(field, createFieldSchema(field), locale) };
  return { ...about, ...(isNeverNull ? value : makeNullable(value)) };
}

const isNeverNull = ({ required, kind }: Field) =>
  required === true || kind === 'boolean' || kind === 'state' || kind === 'json';

/** Returns the schema of a field with its label. A field that is not required may be null. */
function createPropertySchema(field: Field, locale: Locale): JsonSchema {
  return createNamedSchema(field, locale, isNeverNull(field));
}

/** Returns the schema of a field in responses. It has no limits, since stored values may be older than the limits for input. */
export function createReadSchema(field: Field, locale: Locale): JsonSchema {
  const schema = createPropertySchema(field.kind === 'secret' ? { ...field, required: false } : field, locale);
  const omitLimits = ({
    pattern: _p,
    minLength: _a,
    maxLength: _b,
    minimum: _c,
    maximum: _d,
    maxItems: _e,
    writeOnly: _w,
    ...value
  }: JsonSchema) => value;
  const choices = schema.anyOf as readonly JsonSchema[] | undefined;
  return choices ? { ...schema, anyOf: choices.map(omitLimits) } : omitLimits(schema);
}

/**
 * Returns the schema of an object without additional properties; fields that are required and have no default must be present.
 * @param demand false to require none of the fields
 * @param more further properties, which are always required
 */
export function createObjectSchema(fields: Fields, locale: Locale, demand: boolean, more: JsonSchema = {}): JsonSchema {
  const properties = Object.entries(fields).map(
    ([name, field]) => [name, createPropertySchema(field, locale)] as const,
  );
  const needed = Object.entries(fields).filter(([, field]) => field.required && !('default' in field));
  const required = [...Object.keys(more), ...(demand ? needed.map(([name]) => name) : [])];
  return createStrictObject({ ...more, ...Object.fromEntries(properties) }, required);
}

export function createStrictObject(
  properties: JsonSchema,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}
