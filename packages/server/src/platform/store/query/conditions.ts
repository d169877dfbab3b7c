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

/** Where each family starts on the circle of hues, in degrees. Red goes on to 360 and from there to orange. */
const begins: readonly (readonly [ColorFamily, number])[] = [
  ['orange', 15],
  ['yellow', 40],
  ['green', 70],
  ['cyan', 160],
  ['blue', 200],
  ['purple', 255],
  ['pink', 290],
  ['red', 345],
];
/** The strongest of red, green and blue is less than this above the weakest, of 255: it looks grey. */
const minChroma = 23;

/** A digit of a colour as a number; both databases read it alike. */
function digit(color: RawBuilder<unknown>, at: number): RawBuilder<unknown> {
  const one = sql`upper(substr(${color}, ${sql.lit(at)}, 1))`;
  return sql`case ${one} when 'A' then 10 when 'B' then 11 when 'C' then 12 when 'D' then 13 when 'E' then 14
    when 'F' then 15 else cast(${one} as integer) end`;
}

const channel = (color: RawBuilder<unknown>, at: number) => sql`16 * (${digit(color, at)}) + (${digit(color, at + 1)})`;

/** The family of a colour `#RRGGBB`, worked out in whole numbers. */
function familyOf(color: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = sql`select ${channel(color, 2)} as r, ${channel(color, 4)} as g, ${channel(color, 6)} as b`;
  const spread = sql`select r, g, b, case when r >= g and r >= b then r when g >= b then g else b end
    - case when r <= g and r <= b then r when g <= b then g else b end as c from (${parts}) rgb`;
  const hue = sql`select c, case when c = 0 then 0 when r >= g and r >= b then (360 * c + 60 * (g - b)) / c % 360
    when g >= b then (120 * c + 60 * (b - r)) / c else (240 * c + 60 * (r - g)) / c end as h from (${spread}) spread`;
  const families = begins.toReversed().map(([family, from]) => sql`when h >= ${sql.lit(from)} then ${sql.lit(family)}`);
  return sql`(select case when c < ${sql.lit(minChroma)} then 'neutral' ${sql.join(families, sql` `)} else 'red' end
    from (${hue}) hues)`;
}

/** The condition that a column holds a colour of one of some families; null is none at all. */
function matchFamilies(color: RawBuilder<unknown>, families: readonly (string | null)[]): RawBuilder<unknown> {
  const named = families.filter((family) => family !== null);
  const each = [
    ...(named.length < families.length ? [sql`${color} is null`] : []),
    ...(named.length > 0 ? [sql`(${color} is not null and ${familyOf(color)} in (${sql.join(named)}))`] : []),
  ];
  return sql`(${sql.join(each, sql` or `)})`;
}

export type Condition = RawBuilder<unknown>;

/** One narrowed column: some values (null among them when empty records count), or a span. */
export interface Narrowing {
  readonly name: string;
  readonly column: string;
  readonly values: readonly Cell[] | null;
  /** Of a column that holds a list: items of which it has one. */
  readonly holds?: readonly (string | null)[];
  /** Of a column that holds a colour: families of which it is one. */
  readonly families?: readonly (string | null)[];
  /** Of a column with codes of a tree: several of them, with all that lies within each. */
  readonly within?: readonly (string | null)[];
  readonly from: Cell;
  readonly to: Cell;
}

const isList = (given: FilterValue): given is readonly unknown[] => Array.isArray(given);
const itemOf = (given: unknown): string | null => (given === null ? null : String(given));

function narrowing(resource: AnyResource, name: string, given: FilterValue): Narrowing | null {
  const field = findField(resource, name);
  if (!field) return null;
  const column = snake(name);
  if (isList(given)) {
    if (field.kind === 'choices' || field.kind === 'tags')
      return { name, column, values: null, from: null, to: null, holds: given.map(itemOf) };
    if (field.kind === 'color')
      return { name, column, values: null, from: null, to: null, families: given.map(itemOf) };
    if (field.kind === 'text' && field.hierarchy) return withinTree(name, column, given.map(itemOf));
    const values = [...new Set(given.map((value) => toCell(value, field)))];
    return { name, column, values, from: null, to: null };
  }
  const [from, to] = [toCell(given.from, field), toCell(given.to, field)];
  if (from === null && to === null) return null;
  return from === to
    ? { name, column, values: [from], from: null, to: null }
    : { name, column, values: null, from, to };
}

/** One code is a span, which an index leads to. */
function withinTree(name: string, column: string, codes: readonly (string | null)[]): Narrowing {
  const spans = codes.map((code) => (code === null ? null : getRegionSpan(code)));
  if (spans.every((span) => span === null || span.from === span.to))
    return { name, column, values: [...new Set(codes)], from: null, to: null };
  const [only] = spans;
  if (only && spans.length === 1) return { name, column, values: null, ...only };
  return { name, column, values: null, from: null, to: null, within: codes };
}

/** The filters of a call as narrowed columns; a span of one value is that value. */
export function createNarrowings(resource: AnyResource, filters: Filters): Narrowing[] {
  return Object.entries(filters).flatMap(([name, given]) => narrowing(resource, name, given) ?? []);
}

export function isOneValue({ values }: Narrowing): boolean {
  return values?.length === 1;
}

/** A column that holds a list or a colour has no index, and several parts of a tree have none that leads to all of them. */
export function isIndexed({ holds, families, within }: Narrowing): boolean {
  return holds === undefined && families === undefined && within === undefined;
}

/** A list is stored as JSON, and an item stands in it with its quotes. `replace` knows capitals from small letters on both databases. */
function holding(ref: Condition, items: readonly (string | null)[]): Condition {
  const each = items.map((item) =>
    item === null
      ? sql`(${ref} is null or ${ref} = '[]')`
      : sql`replace(${ref}, ${JSON.stringify(item)}, '') <> ${ref}`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

function inside(ref: Condition, codes: readonly (string | null)[]): Condition {
  const each = codes.map((code) => {
    if (code === null) return sql`${ref} is null`;
    const { from, to } = getRegionSpan(code);
    return sql`${ref} between ${from} and ${to}`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}

/** The condition of a narrowed column. `loose` keeps SQLite from walking its index: another one leads. */
export function toCondition(
  { column, values, from, to, holds, families, within }: Narrowing,
  loose = false,
): Condition {
  const raw = sql.ref(`t.${column}`);
  if (holds) return holding(raw, holds);
  if (families) return matchFamilies(raw, families);
  if (within) return inside(raw, within);
  const ref = loose ? sql`coalesce(${raw}, ${raw})` : raw;
  if (values === null) {
    const edges = [from === null ? null : sql`${ref} >= ${from}`, to === null ? null : sql`${ref} <= ${to}`];
    return combineAll(edges.filter((edge) => edge !== null));
  }
  const filled = values.filter((value) => value !== null);
  const some = filled.length === 1 ? sql`${ref} = ${filled[0]}` : sql`${ref} in (${sql.join(filled)})`;
  if (filled.length === values.length) return some;
  return filled.length === 0 ? sql`${ref} is null` : sql`(${some} or ${ref} is null)`;
}

export function combineAll(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`1 = 1` : sql.join([...conditions], sql` and `);
}
