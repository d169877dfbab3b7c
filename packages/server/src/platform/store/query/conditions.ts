import {
  type AnyResource,
  type ColorFamily,
  type Filters,
  type FilterValue,
  findField,
  getRegionSpan,
  snake,
} from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import { toCell } from '../columns.ts';
import type { Cell } from '../database.ts';

/** Where each color family starts on the hue circle, in degrees. Red continues to 360 and from 0 to orange. */
const hueStarts: readonly (readonly [ColorFamily, number])[] = [
  ['orange', 15],
  ['yellow', 40],
  ['green', 70],
  ['cyan', 160],
  ['blue', 200],
  ['purple', 255],
  ['pink', 290],
  ['red', 345],
];
/** Minimum chroma of a color that is not neutral: the difference of the highest and lowest channel, of 255. */
const minChroma = 23;

/** Returns a hex digit of a color as a number, in SQL for both databases. */
function readHexDigit(color: RawBuilder<unknown>, at: number): RawBuilder<unknown> {
  const one = sql`upper(substr(${color}, ${sql.lit(at)}, 1))`;
  return sql`case ${one} when 'A' then 10 when 'B' then 11 when 'C' then 12 when 'D' then 13 when 'E' then 14
    when 'F' then 15 else cast(${one} as integer) end`;
}

const readChannel = (color: RawBuilder<unknown>, at: number) =>
  sql`16 * (${readHexDigit(color, at)}) + (${readHexDigit(color, at + 1)})`;

/** Returns the family of a color `#RRGGBB`, computed with integers. */
function computeFamily(color: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = sql`select ${readChannel(color, 2)} as r, ${readChannel(color, 4)} as g, ${readChannel(color, 6)} as b`;
  const spread = sql`select r, g, b, case when r >= g and r >= b then r when g >= b then g else b end
    - case when r <= g and r <= b then r when g <= b then g else b end as c from (${parts}) rgb`;
  const hue = sql`select c, case when c = 0 then 0 when r >= g and r >= b then (360 * c + 60 * (g - b)) / c % 360
    when g >= b then (120 * c + 60 * (b - r)) / c else (240 * c + 60 * (r - g)) / c end as h from (${spread}) spread`;
  const families = hueStarts
    .toReversed()
    .map(([family, from]) => sql`when h >= ${sql.lit(from)} then ${sql.lit(family)}`);
  return sql`(select case when c < ${sql.lit(minChroma)} then 'neutral' ${sql.join(families, sql` `)} else 'red' end
    from (${hue}) hues)`;
}

/** Returns the condition that a color belongs to one of some families; null matches records without a color. */
function matchFamilies(color: RawBuilder<unknown>, families: readonly (string | null)[]): RawBuilder<unknown> {
  const namedFamilies = families.filter((family) => family !== null);
  const conditions = [
    ...(namedFamilies.length < families.length ? [sql`${color} is null`] : []),
    ...(namedFamilies.length > 0
      ? [sql`(${color} is not null and ${computeFamily(color)} in (${sql.join(namedFamilies)}))`]
      : []),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}

export type Condition = RawBuilder<unknown>;

/** A filter of a column: some values (null matches empty values), or a range. */
export interface Narrowing {
  readonly name: string;
  readonly column: string;
  readonly values: readonly Cell[] | null;
  /** For a list: items of which it contains at least one. */
  readonly contains?: readonly (string | null)[];
  /** For a color: families of which it belongs to one. */
  readonly families?: readonly (string | null)[];
  /** For codes of a tree: several codes, each with its descendants. */
  readonly within?: readonly (string | null)[];
  readonly from: Cell;
  readonly to: Cell;
}

const isList = (given: FilterValue): given is readonly unknown[] => Array.isArray(given);
const toItem = (value: unknown): string | null => (value === null ? null : String(value));

function createNarrowing(resource: AnyResource, name: string, filter: FilterValue): Narrowing | null {
  const field = findField(resource, name);
  if (!field) return null;
  const column = snake(name);
  if (isList(filter)) {
    if (field.kind === 'choices' || field.kind === 'tags')
      return { name, column, values: null, from: null, to: null, contains: filter.map(toItem) };
    if (field.kind === 'color')
      return { name, column, values: null, from: null, to: null, families: filter.map(toItem) };
    if (field.kind === 'text' && field.hierarchy) return createTreeNarrowing(name, column, filter.map(toItem));
    const values = [...new Set(filter.map((value) => toCell(value, field)))];
    return { name, column, values, from: null, to: null };
  }
  const [from, to] = [toCell(filter.from, field), toCell(filter.to, field)];
  if (from === null && to === null) return null;
  return from === to
    ? { name, column, values: [from], from: null, to: null }
    : { name, column, values: null, from, to };
}

/** Filters by codes of a tree. A single code is a range, which can use an index. */
function createTreeNarrowing(name: string, column: string, codes: readonly (string | null)[]): Narrowing {
  const spans = codes.map((code) => (code === null ? null : getRegionSpan(code)));
  if (spans.every((span) => span === null || span.from === span.to))
    return { name, column, values: [...new Set(codes)], from: null, to: null };
  const [only] = spans;
  if (only && spans.length === 1) return { name, column, values: null, ...only };
  return { name, column, values: null, from: null, to: null, within: codes };
}

/** Converts filters to narrowings; a range of one value becomes that value. */
export function createNarrowings(resource: AnyResource, filters: Filters): Narrowing[] {
  return Object.entries(filters).flatMap(([name, given]) => createNarrowing(resource, name, given) ?? []);
}

export function isOneValue({ values }: Narrowing): boolean {
  return values?.length === 1;
}

/** Whether the filter can use an index: not for lists and colors, nor for several subtrees. */
export function isIndexed({ contains: holds, families, within }: Narrowing): boolean {
  return holds === undefined && families === undefined && within === undefined;
}

/**
 * Returns the condition that a list contains one of some items. A list is stored as JSON, in which an item is quoted. Unlike
 * `like`, `replace` is case-sensitive on both databases.
 */
function containsAny(ref: Condition, items: readonly (string | null)[]): Condition {
  const each = items.map((item) =>
    item === null
      ? sql`(${ref} is null or ${ref} = '[]')`
      : sql`replace(${ref}, ${JSON.stringify(item)}, '') <> ${ref}`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

function isWithinAny(ref: Condition, codes: readonly (string | null)[]): Condition {
  const each = codes.map((code) => {
    if (code === null) return sql`${ref} is null`;
    const { from, to } = getRegionSpan(code);
    return sql`${ref} between ${from} and ${to}`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

/** Returns the condition of a narrowing. `loose` prevents SQLite from using its index, since another one leads. */
export function toCondition(
  { column, values, from, to, contains: holds, families, within }: Narrowing,
  loose = false,
): Condition {
  const raw = sql.ref(`t.${column}`);
  if (holds) return containsAny(raw, holds);
  if (families) return matchFamilies(raw, families);
  if (within) return isWithinAny(raw, within);
  const ref = loose ? sql`coalesce(${raw}, ${raw})` : raw;
  if (values === null) {
    const limits = [from === null ? null : sql`${ref} >= ${from}`, to === null ? null : sql`${ref} <= ${to}`];
    return combineAll(limits.filter((edge) => edge !== null));
  }
  const nonNull = values.filter((value) => value !== null);
  const some = nonNull.length === 1 ? sql`${ref} = ${nonNull[0]}` : sql`${ref} in (${sql.join(nonNull)})`;
  if (nonNull.length === values.length) return some;
  return nonNull.length === 0 ? sql`${ref} is null` : sql`(${some} or ${ref} is null)`;
}

export function combineAll(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`1 = 1` : sql.join([...conditions], sql` and `);
}
