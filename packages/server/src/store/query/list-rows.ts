import { type AnyResource, type Filters, type SortBy, snake, tableName, totalCap } from '@gantry/core';
import { sql } from 'kysely';
import type { Database, Row } from '../database.ts';
import { allOf, type Condition, conditionOf, isOneValue, type Narrowing, narrowings } from './conditions.ts';
import { type KeywordMatch, matchKeyword } from './keyword-conditions.ts';
import { type Order, orderBy, orderOf, type Place, stretchesAfter } from './order.ts';

/** What a page is cut from: checked filters, a keyword and an order. */
export interface Asked {
  readonly filters: Filters;
  readonly keyword: string;
  readonly sort: SortBy | undefined;
  /** Fields of the keyword index that the caller may read, and whether those are all. */
  readonly searched: readonly string[];
  readonly searchesAll: boolean;
}

/** A list ready to be read: conditions made, keyword probed. */
export interface ListSource {
  readonly database: Database;
  readonly resource: AnyResource;
  readonly order: Order;
  readonly narrowed: readonly Narrowing[];
  readonly match: KeywordMatch | null;
}

/**
 * The default order of a large table is its ids, newest first. Narrowed to a span of creation times, the same list is read
 * along the index of those times.
 */
function effectiveOrder(resource: AnyResource, asked: Asked, narrowed: readonly Narrowing[]): Order {
  const order = orderOf(resource, asked.sort);
  const byTime = asked.sort === undefined && order.field === 'id' && narrowed.some(isSpanOfCreation);
  return byTime ? { ...order, field: 'createdAt', column: 'created_at' } : order;
}

const isSpanOfCreation = ({ name, values }: Narrowing) => name === 'createdAt' && values === null;

export async function openList(database: Database, resource: AnyResource, asked: Asked): Promise<ListSource> {
  const narrowed = narrowings(resource, asked.filters);
  const search = {
    table: tableName(resource.name),
    text: asked.keyword,
    columns: asked.searched.map(snake),
    whole: asked.searchesAll,
  };
  const match = await matchKeyword(database, search);
  return { database, resource, order: effectiveOrder(resource, asked, narrowed), narrowed, match };
}

/** Most values of one filter that are read as one walk each. */
const mostBranches = 20;

/** A filter of several values whose walks are read side by side, when no filter of one value leads the way. */
function branching({ narrowed, match }: ListSource): Narrowing | null {
  if (match !== null || narrowed.some(isOneValue)) return null;
  return narrowed.find(({ values }) => values !== null && values.length <= mostBranches) ?? null;
}

function conditionsOf({ narrowed, match }: ListSource, without: Narrowing | null): Condition[] {
  const led = narrowed.some(isOneValue);
  const rest = narrowed.filter((one) => one !== without);
  const own = rest.map((one) => conditionOf(one, led && !isOneValue(one) && one.values !== null));
  return match === null ? own : [...own, match.condition];
}

const selected = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(`t.${column}`)));

interface PageCut {
  readonly columns: readonly string[];
  readonly after: Place | null;
  readonly offset: number;
  readonly limit: number;
}

/** Reads one page, in the list's order. */
export async function readPage(source: ListSource, cut: PageCut): Promise<Row[]> {
  const rows: Row[] = [];
  for (const stretch of stretchesAfter(source.order, cut.after)) {
    const wanted = cut.limit - rows.length;
    if (wanted <= 0) break;
    rows.push(...(await readStretch(source, { ...cut, limit: wanted }, stretch)));
  }
  return rows;
}

async function readStretch(source: ListSource, cut: PageCut, stretch: Condition | null): Promise<Row[]> {
  const branch = branching(source);
  const { columns, offset, limit } = cut;
  const table = sql.table(tableName(source.resource.name));
  const tail = sql`${orderBy(source.order)} limit ${limit} offset ${offset}`;
  const base = [...conditionsOf(source, branch), ...(stretch === null ? [] : [stretch])];
  if (branch === null) {
    const query = sql<Row>`select ${selected(columns)} from ${table} t where ${allOf(base)} ${tail}`;
    return (await query.execute(source.database.read)).rows;
  }
  const walk = (value: Narrowing) => {
    const conditions = allOf([conditionOf(value), ...base]);
    const first = sql`${orderBy(source.order)} limit ${limit + offset}`;
    return sql`select * from (select ${selected(columns)} from ${table} t where ${conditions} ${first}) w`;
  };
  const walks = (branch.values ?? []).map((value) => walk({ ...branch, values: [value] }));
  const query = sql<Row>`select * from (${sql.join(walks, sql` union all `)}) t ${tail}`;
  return (await query.execute(source.database.read)).rows;
}

/** The ids past one, counting up: for work that goes over all records of a list. */
export async function readIds(source: ListSource, after: number, limit: number): Promise<number[]> {
  const table = sql.table(tableName(source.resource.name));
  const conditions = allOf([...conditionsOf(source, null), sql`t.id > ${after}`]);
  const { rows } = await sql<{ id: number }>`select t.id from ${table} t where ${conditions}
    order by t.id limit ${limit}`.execute(source.database.read);
  return rows.map(({ id }) => id);
}

/** Every record counted, however many there are. */
export async function countAll(source: ListSource): Promise<number> {
  const table = sql.table(tableName(source.resource.name));
  const conditions = allOf(conditionsOf(source, null));
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${table} t
    where ${conditions}`.execute(source.database.read);
  return rows[0]?.count ?? 0;
}

/** How many records there are, counted no further than one past the cap. */
export async function countCapped(source: ListSource): Promise<{ total: number; isCapped: boolean }> {
  const { narrowed, match } = source;
  const known = match !== null && narrowed.length === 0 ? match.hits : null;
  const partial = match?.partial ?? false;
  if (known !== null) return { total: Math.min(known, totalCap), isCapped: known > totalCap || partial };
  const table = sql.table(tableName(source.resource.name));
  const conditions = allOf(conditionsOf(source, null));
  const { rows } = await sql<{ count: number }>`select count(*) as count from
    (select 1 from ${table} t where ${conditions} limit ${sql.lit(totalCap + 1)}) found`.execute(source.database.read);
  const count = rows[0]?.count ?? 0;
  return { total: Math.min(count, totalCap), isCapped: count > totalCap || partial };
}
