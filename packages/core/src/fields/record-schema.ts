import * as z from 'zod/mini';
import type { Action, AnyResource, Field, Fields } from '../definition/index.ts';
import { findField } from './kinds/base-fields.ts';
import { getFieldKind } from './kinds/kinds.ts';

/** Values of a record by field name. */
export type Values = Record<string, unknown>;

/** Whether a value is an object but not an array. */
export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Creates the schema of a field's value. Null means empty and is rejected where a value is required. */
export function createValueSchema(field: Field): z.ZodMiniType {
  const schema = getFieldKind(field).schema(field);
  return field.required || field.kind === 'boolean' || field.kind === 'state' ? schema : z.nullable(schema);
}

/** Returns the fields that callers may set when they create or update a record. */
export function getWritableFields(resource: AnyResource, moment: 'create' | 'update'): Fields {
  const entries = Object.entries(resource.fields).filter(([, field]) => {
    if (field.kind === 'state' || field.write === 'never') return false;
    return moment === 'create' || field.write !== 'create';
  });
  return Object.fromEntries(entries);
}

function hasDefault(field: Field): boolean {
  return field.kind === 'boolean' || ('default' in field && field.default !== undefined);
}

/** Builds the shape of an object schema: required fields without a default must be present. */
function createShape(fields: Fields): Record<string, z.ZodMiniType> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const schema = createValueSchema(field);
    return [name, field.required && !hasDefault(field) ? schema : z.optional(schema)] as const;
  });
  return Object.fromEntries(entries);
}

/** The body of `create`: all writable fields, required ones included, and nothing else. */
export function createSchema(resource: AnyResource): z.ZodMiniType<Values> {
  return z.strictObject(createShape(getWritableFields(resource, 'create')), 'type') as unknown as z.ZodMiniType<Values>;
}

/** The changed fields of `update`: any writable fields, validated as on create. */
export function updateSchema(resource: AnyResource): z.ZodMiniType<Values> {
  const entries = Object.entries(getWritableFields(resource, 'update')).map(
    ([name, field]) => [name, z.optional(createValueSchema(field))] as const,
  );
  return z.strictObject(Object.fromEntries(entries), 'type') as unknown as z.ZodMiniType<Values>;
}

/** Returns the input fields of an action. A string in the definition refers to the record's field of that name. */
export function getInputFields(resource: AnyResource, action: Action): Fields {
  const entries = Object.entries(action.input ?? {}).flatMap(([name, given]) => {
    const field = typeof given === 'string' ? findField(resource, given) : given;
    return field ? [[name, field] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns the fields that callers may set, without those that are only displayed. */
export function getGivenFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, { write }]) => write !== 'never'));
}

/** Creates a strict object schema of fields, for the input of an action, a report or a settings group. */
export function createFieldsSchema(fields: Fields): z.ZodMiniType<Values> {
  return z.strictObject(createShape(fields), 'type') as unknown as z.ZodMiniType<Values>;
}

/** Replaces empty texts by null and, on create, missing values by defaults. */
export function fillDefaults(values: Values, fields: Fields, moment: 'create' | 'update'): Values {
  const result: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = values[name];
    if (given === undefined) {
      if (moment === 'create') result[name] = getDefault(field);
      continue;
    }
    result[name] = given === '' ? null : given;
  }
  return result;
}

/** Returns the value of a field that was not given: its default, `false` for a boolean, else null. */
export function getDefault(field: Field): unknown {
  if ('default' in field && field.default !== undefined) return field.default;
  return field.kind === 'boolean' ? false : null;
}
