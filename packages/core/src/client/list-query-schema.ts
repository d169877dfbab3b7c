import * as z from 'zod/mini';
import { maxPageSize } from './list-call.ts';

/** The shape of a list call's body; filters are checked by the field kinds. */
export const listQuerySchema = z.strictObject(
  {
    page: z.optional(z.number('number').check(z.int('integer'), z.gte(1, 'tooSmall'), z.lte(500_000, 'tooBig'))),
    pageSize: z.optional(
      z.number('number').check(z.int('integer'), z.gte(1, 'tooSmall'), z.lte(maxPageSize, 'tooBig')),
    ),
    cursor: z.optional(z.nullable(z.string('type').check(z.maxLength(512, 'tooLong')))),
    keyword: z.optional(z.string('type').check(z.maxLength(10_240, 'tooLong'))),
    filters: z.optional(z.record(z.string(), z.unknown(), 'type')),
    sort: z.optional(
      z
        .array(z.strictObject({ field: z.string('type'), order: z.enum(['asc', 'desc'], 'option') }, 'type'), 'type')
        .check(z.maxLength(1, 'tooMany')),
    ),
    exact: z.optional(z.boolean('boolean')),
    columns: z.optional(z.array(z.string('type'), 'type').check(z.maxLength(100, 'tooMany'))),
  },
  'type',
);
