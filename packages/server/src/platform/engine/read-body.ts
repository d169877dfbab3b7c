import {
  ApiError,
  baseFields,
  check,
  documentForms,
  exportFormats,
  type FieldErrors,
  type Fields,
  importChunk,
  onConflicts,
  timeFormats,
  type Values,
} from '@gantry/core';
import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import type { Caller } from '../context/context.ts';

/** Parses a body with its schema; throws an error with the invalid fields in the caller's language. */
export function readBody<T>(schema: ZodMiniType<T>, body: unknown, fields: Fields, caller: Caller): T {
  const parsed = check(schema, body, fields, caller.locale, caller.t);
  if (!parsed.ok) throw new ApiError('invalid', { errors: parsed.errors });
  return parsed.value;
}

const integer = (min: number) =>
  z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
  );
const idSchema = z.strictObject({ id: integer(1) }, 'type');
const versionSchema = z.strictObject({ id: integer(1), version: integer(1) }, 'type');
const lenientSchema = z.strictObject({ id: integer(1), version: z.optional(integer(1)) }, 'type');

export interface Target {
  readonly id: number;
  /** null when the caller did not send the version that they read. */
  readonly version: number | null;
}

/** Splits a body into the `id`, the `version` as far as it is allowed, and the other values. */
export function readTarget(
  body: unknown,
  version: 'required' | 'optional' | 'none',
  schema: ZodMiniType<Values>,
  fields: Fields,
  caller: Caller,
): { target: Target; values: Values } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return readBody(schema, body, fields, caller) as never;
  }
  const keyNames = version === 'none' ? ['id'] : ['id', 'version'];
  const entries = Object.entries(body);
  const keys = Object.fromEntries(entries.filter(([name]) => keyNames.includes(name)));
  const rest = Object.fromEntries(entries.filter(([name]) => !keyNames.includes(name)));
  const keySchema = { required: versionSchema, optional: lenientSchema, none: idSchema }[version];
  const target = check(keySchema as ZodMiniType<Values>, keys, baseFields, caller.locale, caller.t);
  const values = check(schema, rest, fields, caller.locale, caller.t);
  if (target.ok && values.ok) {
    return {
      target: { id: Number(target.value.id), version: toNumberOrNull(target.value.version) },
      values: values.value,
    };
  }
  throw new ApiError('invalid', { errors: { ...getErrors(target), ...getErrors(values) } });
}

function toNumberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function getErrors(checked: { ok: boolean; errors?: FieldErrors }): FieldErrors {
  return checked.ok ? {} : (checked.errors ?? {});
}

const boundedInteger = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
const ids = z.array(boundedInteger(1), 'type').check(z.minLength(1, 'required'), z.maxLength(10_000, 'tooMany'));
const unknownValues = z.record(z.string(), z.unknown(), 'type');
/** Values of a row, validated by the schema of the row. */
const lineValues = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'type',
);
const keyword = z.string('type').check(z.maxLength(10_240, 'tooLong'));

export const batchBody = z.strictObject(
  {
    action: z.string('type').check(z.maxLength(64, 'tooLong')),
    ids: z.optional(ids),
    filters: z.optional(unknownValues),
    keyword: z.optional(keyword),
    except: z.optional(z.array(boundedInteger(1), 'type').check(z.maxLength(10_000, 'tooMany'))),
    params: z.optional(unknownValues),
    dryRun: z.optional(z.boolean('boolean')),
    limit: z.optional(boundedInteger(1)),
    after: z.optional(z.nullable(boundedInteger(0))),
  },
  'type',
);
export type BatchBody = z.infer<typeof batchBody>;

export const importBody = z.strictObject(
  {
    rows: z
      .array(
        z.strictObject({ line: boundedInteger(1), id: z.optional(boundedInteger(1)), values: lineValues }, 'type'),
        'type',
      )
      .check(z.minLength(1, 'required'), z.maxLength(importChunk, 'tooMany')),
    onConflict: z.optional(z.enum(onConflicts, 'option')),
    dryRun: z.optional(z.boolean('boolean')),
  },
  'type',
);
export type ImportBody = z.infer<typeof importBody>;

const exportFields = {
  filters: z.optional(unknownValues),
  keyword: z.optional(keyword),
  columns: z.optional(z.array(z.string('type'), 'type').check(z.minLength(1, 'required'), z.maxLength(100, 'tooMany'))),
  totals: z.optional(z.boolean('boolean')),
  ids: z.optional(ids),
  timeFormat: z.optional(z.enum(timeFormats, 'option')),
};

/** The body of an export as a table. */
export const exportBody = z.strictObject(
  { ...exportFields, format: z.optional(z.enum(exportFormats, 'option')) },
  'type',
);

/** The body of an export as a table or as documents. */
export const recordExportBody = z.strictObject(
  { ...exportFields, format: z.optional(z.enum([...exportFormats, ...documentForms], 'option')) },
  'type',
);
export type ExportBody = z.infer<typeof recordExportBody>;
