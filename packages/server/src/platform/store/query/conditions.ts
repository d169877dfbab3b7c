import { type AnyResource, type Filters, type FilterValue, findField, getRegionSpan, snake } from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import { toCell } from '../columns.ts';
import type { Cell } from '../database.ts';
import { matchFamilies } from './color-families.ts';

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
    if (field.kind === 'text' && field.tree) return withinTree(name, column, given.map(itemOf));
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
