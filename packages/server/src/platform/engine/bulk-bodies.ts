import { documentForms, exportFormats, importChunk, onConflicts, timeFormats } from '@gantry/core';
import * as z from 'zod/mini';

const full = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
const ids = z.array(full(1), 'type').check(z.minLength(1, 'required'), z.maxLength(10_000, 'tooMany'));
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
    except: z.optional(z.array(full(1), 'type').check(z.maxLength(10_000, 'tooMany'))),
    params: z.optional(anyValues),
    dryRun: z.optional(z.boolean('boolean')),
    limit: z.optional(full(1)),
    after: z.optional(z.nullable(full(0))),
  },
  'type',
);
export type BatchBody = z.infer<typeof batchBody>;

export const importBody = z.strictObject(
  {
    rows: z
      .array(z.strictObject({ line: full(1), id: z.optional(full(1)), values: lineValues }, 'type'), 'type')
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
