import type { UsageDimension, UsageKey, UsageMeasure, UsageSums } from '@gantry/core';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Row } from '../../platform/store/database.ts';
import { usageSums } from '../ledger/index.ts';
import type { UsageRange } from './usage-query.ts';
import { columnOf, selectUsageSource, type UsageFilters } from './usage-source.ts';

export interface GroupsWanted {
  readonly by: readonly UsageDimension[];
  readonly filters: UsageFilters;
  readonly range: UsageRange;
  /** Null sorts by time if grouped by time, otherwise by credits. */
  readonly sort: UsageMeasure | 'time' | null;
  readonly limit: number;
  readonly offset: number;
  /**
   * Only groups after this row in the order of the dimensions: ongoing usage moves no group between pages, as it would in the
   * order of a sum. Null starts from the first group.
   */
  readonly after?: Row | null;
}

export interface GroupRow extends UsageSums {
  readonly keys: Readonly<Partial<Record<UsageDimension, UsageKey>>>;
  /** The row that the labels of its references are read from. */
  readonly row: Row;
}

const measures: Readonly<Record<UsageMeasure, RawBuilder<unknown>>> = {
  credits: sql`charged_coin + charged_compute`,
  coin: sql`charged_coin`,
  compute: sql`charged_compute`,
  requests: sql`requests`,
  tokens: sql`prompt_tokens + completion_tokens`,
  cost: sql`upstream_cost`,
};
export const getMeasure = (row: UsageSums, measure: UsageMeasure): number =>
  ({
    credits: row.chargedCoin + row.chargedCompute,
    coin: row.chargedCoin,
    compute: row.chargedCompute,
    requests: row.requests,
    tokens: row.promptTokens + row.completionTokens,
    cost: row.upstreamCost,
  })[measure];

const isTime = (dimension: UsageDimension) => dimension === 'day' || dimension === 'hour';
const summed = sql.join(usageSums.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));

const byKeys = ({ by }: GroupsWanted) => sql.join(by.map((name) => sql.ref(columnOf[name])));

/** Selects groups with a greater key, the first column first. */
function getAfter({ by, after }: GroupsWanted): RawBuilder<unknown> {
  if (!after) return sql`1 = 1`;
  const greater = by.map((name, at) => {
    const same = by.slice(0, at).map((earlier) => sql`${sql.ref(columnOf[earlier])} = ${after[columnOf[earlier]]}`);
    return sql`(${sql.join([...same, sql`${sql.ref(columnOf[name])} > ${after[columnOf[name]]}`], sql` and `)})`;
  });
  return sql`(${sql.join(greater, sql` or `)})`;
}

function getOrder(wanted: GroupsWanted): RawBuilder<unknown> {
  const { by, sort, after } = wanted;
  if (after !== undefined) return byKeys(wanted);
  const times = by.filter(isTime).map((name) => sql`${sql.ref(columnOf[name])} desc`);
  const rest = by.filter((name) => !isTime(name)).map((name) => sql`${sql.ref(columnOf[name])}`);
  const byTime = sort === 'time' || sort === null;
  const measure = sql`${measures[byTime ? 'credits' : sort]} desc`;
  return sql.join(byTime ? [...times, measure, ...rest] : [measure, ...times, ...rest]);
}

const getTotal = (name: string) => sql.ref(`total_${name}`);
const totalled = sql.join(usageSums.map((name) => sql`sum(${sql.ref(name)}) as ${getTotal(name)}`));

export interface GroupPage {
  readonly groups: readonly GroupRow[];
  /** Number of groups; 0 on a page after the last, where they are not counted. */
  readonly total: number;
  /** Totals of all matches; null on a page without groups. */
  readonly totals: UsageSums | null;
}

/** Returns a page of groups and the totals of all of them. The source is read once; its groups are counted and summed. */
export async function readGroups({ read }: Database, wanted: GroupsWanted): Promise<GroupPage> {
  const { by, filters, range, limit, offset } = wanted;
  const keys = sql.join(by.map((name) => sql.ref(columnOf[name])));
  const { rows } = await sql<Row>`with g as materialized
      (select ${keys}, ${summed} from ${selectUsageSource(by, filters, range)} s group by ${keys})
    select g.*, t.* from g cross join (select count(*) as "total", ${totalled} from g) t
    where ${getAfter(wanted)} order by ${getOrder(wanted)} limit ${limit} offset ${offset}`.execute(read);
  const [first] = rows;
  return {
    groups: rows.map((row) => groupOf(row, by)),
    total: Number(first?.total ?? 0),
    totals: first ? getSums(first, 'total_') : null,
  };
}

/** Returns the totals of all matches. */
export async function readTotals(
  { read }: Database,
  { filters, range }: Pick<GroupsWanted, 'filters' | 'range'>,
): Promise<UsageSums> {
  const { rows } = await sql<Row>`select ${summed} from ${selectUsageSource([], filters, range)} s`.execute(read);
  return getSums(rows[0] ?? {});
}

function groupOf(row: Row, by: readonly UsageDimension[]): GroupRow {
  const keys = by.map((name) => {
    const value = row[columnOf[name]];
    return [name, name === 'day' || name === 'capability' ? String(value) : Number(value)] as const;
  });
  return { ...getSums(row), keys: Object.fromEntries(keys), row };
}

function getSums(row: Row, prefix = ''): UsageSums {
  const sum = (name: (typeof usageSums)[number]) => Number(row[prefix + name] ?? 0);
  return {
    requests: sum('requests'),
    success: sum('success'),
    failed: sum('failed'),
    promptTokens: sum('prompt_tokens'),
    completionTokens: sum('completion_tokens'),
    units: sum('units'),
    chargedCoin: sum('charged_coin'),
    chargedCompute: sum('charged_compute'),
    upstreamCost: sum('upstream_cost'),
  };
}
