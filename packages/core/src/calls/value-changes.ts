import { camel, type Field, type Fields, localize } from '../definition/index.ts';
import { type FormatContext, formatValue, json } from '../fields/index.ts';
import { isOfKind } from './is-of-kind.ts';
import { diffRows, type RowDiff } from './json-table.ts';
import { loggedDetails } from './logged-details.ts';

/** What a change did to one field. */
export interface ValueChange extends RowDiff {
  readonly label: string;
}

const valuesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Records that were made, changed or deleted together, each with its own fields. */
const manyLabel = { zh: '各条', en: 'Each' };

/**
 * A field by its name, or by that of its column: `last_hit_at` is `lastHitAt`. What is none of theirs may be a detail that the log
 * adds to a deed.
 */
export function findKnownField(fields: Fields, name: string): { name: string; field: Field | undefined } {
  const own = [name, camel(name)].find((one) => Object.hasOwn(fields, one));
  if (own !== undefined) return { name: camel(name), field: fields[own] };
  if (name === 'items') return { name, field: json(manyLabel, { parts: { ...loggedDetails, ...fields } }) };
  return { name, field: Object.hasOwn(loggedDetails, name) ? loggedDetails[name] : undefined };
}

function reported(value: unknown, field: Field | undefined, context: FormatContext): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (field && isOfKind(field, value)) return [formatValue(value, field, context)];
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

/** What a change of one field did row by row; null where it is read as one value. */
export function diffFieldRows(
  field: Field | undefined,
  before: unknown,
  after: unknown,
  context: FormatContext,
): RowDiff | null {
  if (field && [before, after].some((one) => one != null && isOfKind(field, one))) return null;
  return diffRows(before, after, field?.kind === 'json' ? field : {}, context);
}

/** What a change took away and what it brought, field by field, lists and objects row by row. */
export function listValueChanges(
  before: unknown,
  after: unknown,
  fields: Fields,
  context: FormatContext,
): ValueChange[] {
  const [from, to] = [valuesOf(before), valuesOf(after)];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  const differing = names.filter((name) => JSON.stringify(from[name] ?? null) !== JSON.stringify(to[name] ?? null));
  return differing.map((key) => {
    const { name, field } = findKnownField(fields, key);
    const rows = diffFieldRows(field, from[key], to[key], context);
    return {
      label: field ? localize(field.label, context.locale) : name,
      gone: rows?.gone ?? reported(from[key], field, context),
      came: rows?.came ?? reported(to[key], field, context),
    };
  });
}
