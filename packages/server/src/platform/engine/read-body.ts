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

/** Parses a body by its schema, or throws an error that names each field in the caller's language. */
export function readBody<T>(schema: ZodMiniType<T>, body: unknown, fields: Fields, caller: Caller): T {
  const checked = check(schema, body, fields, caller.locale, caller.t);
  if (!checked.ok) throw new ApiError('invalid', { errors: checked.errors });
  return checked.value;
}

const full = (min: number) =>
  z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
  );
const idSchema = z.strictObject({ id: full(1) }, 'type');
const versionSchema = z.strictObject({ id: full(1), version: full(1) }, 'type');
const lenientSchema = z.strictObject({ id: full(1), version: z.optional(full(1)) }, 'type');

export interface Target {
  readonly id: number;
  /** null when the caller did not say which version they saw. */
  readonly version: number | null;
}

/** `id`, and `version` as far as it is wanted, apart from the other values of a flat body. */
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
  const taken = version === 'none' ? ['id'] : ['id', 'version'];
  const own = Object.entries(body);
  const keys = Object.fromEntries(own.filter(([name]) => taken.includes(name)));
  const rest = Object.fromEntries(own.filter(([name]) => !taken.includes(name)));
  const keySchema = { required: versionSchema, optional: lenientSchema, none: idSchema }[version];
  const target = check(keySchema as ZodMiniType<Values>, keys, baseFields, caller.locale, caller.t);
  const values = check(schema, rest, fields, caller.locale, caller.t);
  if (target.ok && values.ok) {
    return {
      target: { id: Number(target.value.id), version: numberOrNull(target.value.version) },
      values: values.value,
    };
  }
  throw new ApiError('invalid', { errors: { ...errorsOf(target), ...errorsOf(values) } });
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function errorsOf(checked: { ok: boolean; errors?: FieldErrors }): FieldErrors {
  return checked.ok ? {} : (checked.errors ?? {});
}

const fullNumber = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
const ids = z.array(fullNumber(1), 'type').check(z.minLength(1, 'required'), z.maxLength(10_000, 'tooMany'));
const anyValues = z.record(z.string(), z.unknown(), 'type');
/** Values of a line: which fields may stand in it, its own schema says. */
const lineValues = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'type',
);
const keyword = z.string('type').check(z.maxLength(10_240, 'tooLong'));

export const batchBody = z.strictObject(
  {
    action: z.string('type').check(z.maxLength(64, 'tooLong')),
    ids: z.optional(ids),
    filters: z.optional(anyValues),
    keyword: z.optional(keyword),
    except: z.optional(z.array(fullNumber(1), 'type').check(z.maxLength(10_000, 'tooMany'))),
    params: z.optional(anyValues),
    dryRun: z.optional(z.boolean('boolean')),
    limit: z.optional(fullNumber(1)),
    after: z.optional(z.nullable(fullNumber(0))),
  },
  'type',
);
export type BatchBody = z.infer<typeof batchBody>;

export const importBody = z.strictObject(
  {
    rows: z
      .array(z.strictObject({ line: fullNumber(1), id: z.optional(fullNumber(1)), values: lineValues }, 'type'), 'type')
      .check(z.minLength(1, 'required'), z.maxLength(importChunk, 'tooMany')),
    onConflict: z.optional(z.enum(onConflicts, 'option')),
    dryRun: z.optional(z.boolean('boolean')),
  },
  'type',
);
export type ImportBody = z.infer<typeof importBody>;

const exported = {
  filters: z.optional(anyValues),
  keyword: z.optional(keyword),
  columns: z.optional(z.array(z.string('type'), 'type').check(z.minLength(1, 'required'), z.maxLength(100, 'tooMany'))),
  totals: z.optional(z.boolean('boolean')),
  ids: z.optional(ids),
  timeFormat: z.optional(z.enum(timeFormats, 'option')),
};

/** Records as a table. */
export const exportBody = z.strictObject({ ...exported, format: z.optional(z.enum(exportFormats, 'option')) }, 'type');

/** Records as a table, or their texts as documents. */
export const recordExportBody = z.strictObject(
  { ...exported, format: z.optional(z.enum([...exportFormats, ...documentForms], 'option')) },
  'type',
);
export type ExportBody = z.infer<typeof recordExportBody>;
