import { type AnyResource, type Filters, parseSort, type SortBy, snake, toTableName, totalCap } from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Row, SearchLead } from '../database.ts';
import { replanHint } from '../prepared-query.ts';
import { getIndexedColumns } from '../search/indexed.ts';
import {
  type Condition,
  combineAll,
  createNarrowings,
  isIndexed,
  isOneValue,
  type Narrowing,
  toCondition,
} from './conditions.ts';
import { type KeywordMatch, matchKeyword } from './keyword-match.ts';
import { createOrderBy, type Order, type Position, rangesAfter, resolveOrder } from './order.ts';

/** The query of a list: validated filters, a keyword and a sort order. */
export interface ListRequest {
  readonly filters: Filters;
  readonly keyword: string;
  readonly sort: SortBy | undefined;
  /** Fields of the keyword index that the caller may read; `searchesAll` is whether these are all of its fields. */
  readonly searched: readonly string[];
  readonly searchesAll: boolean;
}

/** A list that is ready to be read: the keyword has been looked up, and the filter that leads the query is chosen. */
export interface ListSource {
  readonly database: Database;
  readonly resource: AnyResource;
  readonly order: Order;
  readonly narrowed: readonly Narrowing[];
  readonly match: KeywordMatch | null;
  readonly lead: Lead;
}

const isCreationRange = ({ name, values }: Narrowing) => name === 'createdAt' && values === null;

/**
 * The default order of a large table is by ID, newest first. When such a list is filtered by a range of creation times, it is
 * read along the index of those times instead, in either direction.
 */
function getEffectiveOrder(
  resource: AnyResource,
  request: ListRequest,
  narrowed: readonly Narrowing[],
  match: KeywordMatch | null,
) {
  const order = resolveOrder(resource, request.sort);
  const isDefaultOrder = order.field === 'id' && parseSort(resource.list.sort).field === 'id';
  const byTime = isDefaultOrder && match === null && narrowed.some(isCreationRange);
  return byTime ? { ...order, field: 'createdAt', column: 'created_at' } : order;
}

/** @param ids only these records, in addition to the filters */
export async function openList(
  database: Database,
  resource: AnyResource,
  request: ListRequest,
  ids: readonly number[] | null = null,
): Promise<ListSource> {
  const table = toTableName(resource.name);
  const idNarrowing: Narrowing[] =
    ids === null ? [] : [{ name: 'id', column: 'id', values: ids, from: null, to: null }];
  const narrowed = [...createNarrowings(resource, request.filters), ...idNarrowing];
  const search = {
    table,
    text: request.keyword,
    columns: request.searched.map(snake),
    searchesAll: request.searchesAll,
    isIndexed: getIndexedColumns(resource).length > 0,
  };
  const match = await matchKeyword(database, search);
  const order = getEffectiveOrder(resource, request, narrowed, match);
  const keywordLead: Lead = { conditions: narrowed.map((one) => toCondition(one, true)), branch: null, isBroad: true };
  const lead = match === null ? await findLead(database, table, order, narrowed) : keywordLead;
  return { database, resource, order, narrowed, match, lead };
}

/** Returns the keyword index as the first table of the query, unless the hits are collected first or there is no keyword. */
function searchLead({ database, resource, match }: ListSource): SearchLead | null {
  if (match === null || match.collected !== null) return null;
  return database.dialect.search.lead(toTableName(resource.name), match.terms);
}

/** Returns all conditions of the list. The keyword condition is left out when the keyword index leads the query. */
function getConditions({ database, resource, match, lead }: ListSource, isLed: boolean): Condition[] {
  if (match === null) return [...lead.conditions];
  const getHits = () => database.dialect.search.hits(toTableName(resource.name), match.terms);
  const gathered = match.collected ?? sql`t.id in (${getHits()})`;
  return [...(isLed ? [] : [gathered]), ...lead.conditions, ...match.exact];
}

/**
 * Column names come from definitions, so raw SQL is safe. It is built as one text, since building the query is most of the
 * cost of a page outside the database.
 */
const planHint = sql.raw(replanHint);
const createSelection = (columns: readonly string[]) =>
  sql.raw([...new Set(columns)].map((column) => `t."${column}"`).join(', '));

interface PageCut {
  readonly columns: readonly string[];
  readonly after: Position | null;
  readonly offset: number;
  readonly limit: number;
}

/** Reads one page, in the list's order. */
export async function readPage(source: ListSource, cut: PageCut): Promise<Row[]> {
  const led = source.order.column === 'id' ? searchLead(source) : null;
  const rows: Row[] = [];
  for (const range of rangesAfter(source.order, cut.after, led?.id)) {
    const limit = cut.limit - rows.length;
    if (limit <= 0) break;
    const conditions = [...getConditions(source, led !== null), ...(range === null ? [] : [range])];
    const query = queryRange(source, { ...cut, limit }, conditions, led);
    rows.push(...(await query.execute(source.database.read)).rows);
  }
  return rows;
}

function queryRange(
  { resource, order, lead }: ListSource,
  { columns, offset, limit }: PageCut,
  conditions: readonly Condition[],
  led: SearchLead | null,
): RawBuilder<Row> {
  const table = sql.table(toTableName(resource.name));
  const cells = createSelection(columns);
  const tail = sql`${createOrderBy(order, led?.id)} limit ${limit} offset ${offset}`;
  if (led !== null) {
    const condition = combineAll([led.condition, sql`t.id = ${led.id}`, ...conditions]);
    return sql<Row>`${planHint}select ${cells} from ${led.from} cross join ${table} t where ${condition} ${tail}`;
  }
  if (lead.branch === null) {
    const prefix = conditions.length === 0 ? sql`` : planHint;
    return sql<Row>`${prefix}select ${cells} from ${table} t where ${combineAll(conditions)} ${tail}`;
  }
  const { branch } = lead;
  const first = sql`${createOrderBy(order)} limit ${limit + offset}`;
  const branches = (branch.values ?? []).map((value) => {
    const condition = combineAll([toCondition({ ...branch, values: [value] }), ...conditions]);
    return sql`select * from (select ${cells} from ${table} t where ${condition} ${first}) walk`;
  });
  return sql<Row>`${planHint}select ${cells} from (${sql.join(branches, sql` union all `)}) t ${tail}`;
}

/** Returns all conditions of the list, that of the leading filter included. */
function listConditions(source: ListSource): Condition {
  const { branch } = source.lead;
  return combineAll([...(branch ? [toCondition(branch)] : []), ...getConditions(source, false)]);
}

/** Returns the next IDs after the given one, in ascending order: for work that processes all records of a list. */
export async function readIds(source: ListSource, after: number, limit: number): Promise<number[]> {
  const table = sql.table(toTableName(source.resource.name));
  const condition = combineAll([listConditions(source), sql`t.id > ${after}`]);
  const query = sql<{
    id: number;
  }>`${planHint}select t.id from ${table} t where ${condition} order by t.id limit ${limit}`;
  const { rows } = await query.execute(source.database.read);
  return rows.map(({ id }) => id);
}

/**
 * Reads a page in the middle of a long list whose total is known. It reads from the nearer end, so that at most half of the
 * list is skipped.
 */
export async function readDeepPage(source: ListSource, cut: Omit<PageCut, 'after'>, total: number): Promise<Row[]> {
  if (cut.offset * 2 <= total) return readPage(source, { ...cut, after: null });
  const limit = Math.min(cut.limit, total - cut.offset);
  if (limit <= 0) return [];
  const order = { ...source.order, desc: !source.order.desc };
  const offset = total - cut.offset - limit;
  return (await readPage({ ...source, order }, { ...cut, after: null, offset, limit })).reverse();
}

/** Counts all records of the list, without a cap. */
export async function countAll(source: ListSource): Promise<number> {
  const table = sql.table(toTableName(source.resource.name));
  const { rows } = await sql<{ count: number }>`${planHint}select count(*) as count from ${table} t
    where ${listConditions(source)}`.execute(source.database.read);
  return rows[0]?.count ?? 0;
}

/** Returns the sum of each column over all records of the list. The caller ensures that there are not too many. */
export async function sumAll(source: ListSource, columns: readonly string[]): Promise<number[]> {
  const table = sql.table(toTableName(source.resource.name));
  const sums = columns.map((column, at) => `coalesce(sum(t."${column}"), 0) as "s${at}"`).join(', ');
  const { rows } = await sql<Row>`${planHint}select ${sql.raw(sums)} from ${table} t
    where ${listConditions(source)}`.execute(source.database.read);
  return columns.map((_column, at) => Number(rows[0]?.[`s${at}`] ?? 0));
}

/** Returns the sums of the columns for each non-null value of the column `by`; the value with the most records first. */
export async function sumBy(
  source: ListSource,
  by: string,
  columns: readonly string[],
): Promise<{ readonly key: string; readonly sums: readonly number[] }[]> {
  const table = sql.table(toTableName(source.resource.name));
  const sums = columns.map((column, at) => `coalesce(sum(t."${column}"), 0) as "s${at}"`).join(', ');
  const { rows } = await sql<Row>`${planHint}select t.${sql.ref(by)} as "key", ${sql.raw(sums)} from ${table} t
    where ${listConditions(source)} and t.${sql.ref(by)} is not null
    group by t.${sql.ref(by)} order by count(*) desc, t.${sql.ref(by)}`.execute(source.database.read);
  return rows.map((row) => ({ key: String(row.key), sums: columns.map((_, at) => Number(row[`s${at}`] ?? 0)) }));
}

/** Maximum number of records that are read to count those that match several broad conditions. */
const countedRows = 50_000;

export interface Total {
  readonly total: number;
  /** Whether there are, or may be, more records than `total`. */
  readonly isCapped: boolean;
}

const getTotal = (count: number, isPartial: boolean): Total => ({
  total: Math.min(count, totalCap),
  isCapped: count > totalCap || isPartial,
});

/** Counts the records up to the cap. Counts of broad conditions read a limited number of records and may be partial. */
export async function countCapped(source: ListSource): Promise<Total> {
  const { database, narrowed, match, lead } = source;
  if (match !== null && match.hits !== null && narrowed.length === 0) return getTotal(match.hits, match.partial);
  const led = searchLead(source);
  const isBroad = led !== null || (match === null && lead.isBroad && narrowed.length > 1);
  if (isBroad) return countBroad(source, led);
  const table = sql.table(toTableName(source.resource.name));
  const { rows } = await sql<{ count: number }>`${planHint}select count(*) as count from (select 1 from ${table} t
    where ${listConditions(source)} limit ${sql.lit(totalCap + 1)}) found`.execute(database.read);
  return getTotal(rows[0]?.count ?? 0, match?.partial ?? false);
}

/** Counts among the first records of the leading index or filter. The result is capped when the limit of records was reached. */
async function countBroad(source: ListSource, led: SearchLead | null): Promise<Total> {
  const table = sql.table(toTableName(source.resource.name));
  const { branch } = source.lead;
  const rest = combineAll([...(branch ? [toCondition(branch)] : []), ...getConditions(source, led !== null)]);
  const walked = led
    ? sql`(select ${led.id} as id from ${led.from} where ${led.condition} limit ${sql.lit(countedRows)}) w
        cross join ${table} t where t.id = w.id`
    : sql`(select * from ${table} t where ${getFirstCondition(source)} limit ${sql.lit(countedRows)}) t where 1 = 1`;
  const { rows } = await sql<{ count: number; walked: number }>`${planHint}
    select sum(case when ${rest} then 1 else 0 end) as count, count(*) as walked from ${walked}`.execute(
    source.database.read,
  );
  return getTotal(rows[0]?.count ?? 0, (rows[0]?.walked ?? 0) >= countedRows);
}

/** Returns the condition of the first filter with an index, which leads the count: when all are broad, any of them will do. */
function getFirstCondition({ narrowed }: ListSource): Condition {
  const first = narrowed.find(isIndexed) ?? narrowed[0];
  return first ? toCondition(first) : sql`1 = 1`;
}

/** Up to this many records are collected along a filter's index and sorted; more are read in the order of the list. */
const gatherCap = 20_000;
/** Maximum number of values of one filter for which each value is read by its own index scan. */
const maxBranches = 20;

/** How the filters of a list are applied: the filter that is read by its index, and the conditions checked for each row. */
interface Lead {
  readonly conditions: readonly Condition[];
  /** The filter that is read by one index scan per value, combined with UNION ALL; null if there is none. */
  readonly branch: Narrowing | null;
  /** Whether the scan may read many rows of which few match. */
  readonly isBroad: boolean;
}

const hasSeveralValues = ({ values }: Narrowing) =>
  values !== null && values.length > 1 && values.length <= maxBranches;

async function countMatches(database: Database, table: string, narrowed: Narrowing): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select 1 from ${sql.table(table)} t
    where ${toCondition(narrowed)} limit ${sql.lit(gatherCap + 1)}) found`.execute(database.read);
  return rows[0]?.count ?? 0;
}

/** PostgreSQL has statistics of the values; only a single filter with several values is split into one scan per value. */
function chooseLeadOnPostgres(narrowed: readonly Narrowing[]): Lead {
  const [only] = narrowed;
  const branch = narrowed.length === 1 && only && hasSeveralValues(only) ? only : null;
  const rest = narrowed.filter((one) => one !== branch);
  return { conditions: rest.map((one) => toCondition(one)), branch, isBroad: false };
}

/**
 * SQLite does not know how common a value is, so the matches of each indexed filter are counted first (up to a cap). The filter
 * with the fewest leads, and the others do not use their indexes. A filter without an index never leads.
 */
async function chooseLeadOnSqlite(
  database: Database,
  table: string,
  order: Order,
  narrowed: readonly Narrowing[],
): Promise<Lead> {
  const [only] = narrowed;
  if (only && narrowed.length === 1 && (isOneValue(only) || hasSeveralValues(only)))
    return chooseLeadOnPostgres(narrowed);
  const weights: { one: Narrowing; weight: number }[] = [];
  for (const one of narrowed.filter(isIndexed)) weights.push({ one, weight: await countMatches(database, table, one) });
  const [fewest] = weights.sort((a, b) => a.weight - b.weight);
  if (!fewest) return { conditions: narrowed.map((one) => toCondition(one)), branch: null, isBroad: true };
  const isSelective = fewest.weight <= gatherCap;
  const leading = isSelective || isOneValue(fewest.one) || fewest.one.column === order.column ? fewest.one : null;
  const branch = !isSelective && leading && hasSeveralValues(leading) ? leading : null;
  const rest = narrowed.filter((one) => one !== branch);
  return { conditions: rest.map((one) => toCondition(one, one !== leading)), branch, isBroad: !isSelective };
}

async function findLead(
  database: Database,
  table: string,
  order: Order,
  narrowed: readonly Narrowing[],
): Promise<Lead> {
  if (database.kind === 'postgres') return chooseLeadOnPostgres(narrowed);
  return chooseLeadOnSqlite(database, table, order, narrowed);
}
