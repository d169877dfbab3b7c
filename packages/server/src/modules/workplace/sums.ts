import { type RawBuilder, sql } from 'kysely';
import { type Database, withNamedTables } from '../../platform/store/database.ts';
import { type Dimension, getBucket, type Totals } from '../chats/index.ts';
import type { Span } from './order-range.ts';

/** Sums of several spans by key: `sums[n]` belongs to the n-th span. */
export type SumsByKey = ReadonlyMap<string, readonly number[]>;

interface SumRow {
  readonly span: number;
  readonly key: string;
  readonly sum: number;
}

function spansTable(database: Database, spans: readonly Span[]): RawBuilder<unknown> {
  const tuples = spans.map(({ from, to }, index) => [index, from, to]);
  return database.dialect.tuples(['bigint', 'bigint', 'bigint'], tuples);
}

function byKey(rows: readonly SumRow[], spans: number): SumsByKey {
  const sums = new Map<string, number[]>();
  for (const { span, key, sum } of rows) {
    const row = sums.get(key) ?? new Array<number>(spans).fill(0);
    row[span] = sum;
    sums.set(key, row);
  }
  return sums;
}

/**
 * Sums the chats of spans that start and end on a quarter of an hour. One index lookup per span, whatever the number of messages.
 */
export async function sumChats(
  database: Database,
  spans: readonly Span[],
  dimension: Dimension,
  of: keyof Totals,
): Promise<SumsByKey> {
  const { rows } = await sql<SumRow>`
    select s.c0 as "span", t.counter_key as "key", sum(t.${sql.ref(of)}) as "sum"
    from ${spansTable(database, spans)} s
    join chat_counters t on t.dimension = ${dimension} and t.bucket >= s.c1 and t.bucket < s.c2
    group by s.c0, t.counter_key`.execute(database.read);
  return byKey(rows, spans.length);
}

/** Counts the rows of a table by creation time, split by a column. */
export async function sumRows(
  database: Database,
  spans: readonly Span[],
  table: string,
  key: string,
): Promise<SumsByKey> {
  const { rows } = await sql<SumRow>`
    select s.c0 as "span", coalesce(t.${sql.ref(key)}, '') as "key", count(*) as "sum"
    from ${spansTable(database, spans)} s
    join ${sql.table(table)} t on t.created_at >= s.c1 and t.created_at < s.c2
    group by s.c0, t.${sql.ref(key)}`.execute(database.read);
  return byKey(rows, spans.length);
}

/** Splits a span into full quarters of an hour, which the counters cover, and the rest. */
function splitSpan({ from, to }: Span): { readonly full: Span; readonly rest: Span } {
  const edge = Math.max(from, getBucket(to));
  return { full: { from, to: edge }, rest: { from: edge, to } };
}

/**
 * Sums the chats of spans that start on a quarter of an hour and end at any time: the last minutes are counted from single
 * records.
 */
export async function sumChatTotals(database: Database, spans: readonly Span[]): Promise<readonly Totals[]> {
  const parts = spans.map(splitSpan);
  const full = spansTable(
    database,
    parts.map((part) => part.full),
  );
  const { rows } = await sql<Totals & { span: number }>`
    select s.c0 as "span", sum(t.sessions) as "sessions", sum(t.messages) as "messages", sum(t.tokens) as "tokens"
    from ${full} s
    join chat_counters t on t.dimension = 'kind' and t.bucket >= s.c1 and t.bucket < s.c2
    group by s.c0`.execute(database.read);
  const byCounters = new Map(rows.map((row) => [row.span, row]));
  return Promise.all(
    parts.map(async ({ rest }, at) => {
      const [tallied, left] = [byCounters.get(at), await sumSingleChats(database, rest)];
      return {
        sessions: (tallied?.sessions ?? 0) + left.sessions,
        messages: (tallied?.messages ?? 0) + left.messages,
        tokens: (tallied?.tokens ?? 0) + left.tokens,
      };
    }),
  );
}

/** For spans shorter than a quarter of an hour. */
async function sumSingleChats({ read }: Database, { from, to }: Span): Promise<Totals> {
  if (from >= to) return { sessions: 0, messages: 0, tokens: 0 };
  const { rows } = await sql<Totals>`
    select count(*) as "messages", sum(coalesce(prompt_tokens, 0) + coalesce(completion_tokens, 0)) as "tokens",
      (select count(*) from chat_sessions where created_at >= ${from} and created_at < ${to}) as "sessions"
    from chat_messages where created_at >= ${from} and created_at < ${to}`.execute(read);
  const [row] = rows;
  return {
    sessions: row?.sessions ?? 0,
    messages: row?.messages ?? 0,
    tokens: row?.tokens ?? 0,
  };
}

/** Counts the users who wrote a message in each span; spans start on a quarter of an hour. */
export async function countChatUsers(database: Database, spans: readonly Span[]): Promise<number[]> {
  const parts = spans.map(splitSpan);
  const [full, rest] = (['full', 'rest'] as const).map((name) =>
    spansTable(
      database,
      parts.map((part) => part[name]),
    ),
  );
  const { rows } = await sql<SumRow>`
    select w.span as "span", '' as "key", count(distinct w.writer) as "sum" from (
      select s.c0 as span, t.counter_key as writer
      from ${full} s
      join chat_counters t on t.dimension = 'user' and t.bucket >= s.c1 and t.bucket < s.c2
      union all
      select r.c0 as span, cast(m.user_id as text) as writer
      from ${rest} r
      join chat_messages m on m.created_at >= r.c1 and m.created_at < r.c2
    ) w group by w.span`.execute(database.read);
  return addUpSums(byKey(rows, spans.length), spans.length);
}

/** Sums all keys: one number per span, zero where there is none. */
export function addUpSums(sums: SumsByKey, spans: number): number[] {
  const total = new Array<number>(spans).fill(0);
  for (const row of sums.values()) for (let at = 0; at < spans; at += 1) total[at] = (total[at] ?? 0) + (row[at] ?? 0);
  return total;
}

/** Counts the rows of a table by the value of one column. */
export async function countBy(database: Database, table: string, column: string): Promise<ReadonlyMap<string, number>> {
  const rows = await withNamedTables(database.read)
    .selectFrom(table)
    .select([column, ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(column)
    .execute();
  return new Map(rows.map((row) => [String(row[column]), row.count]));
}

/** The change of today against yesterday up to the same time, in basis points; null when yesterday was zero. */
function computeDeltaBps(today: number, yesterdayByNow: number): number | null {
  return yesterdayByNow === 0 ? null : Math.round(((today - yesterdayByNow) / yesterdayByNow) * 10_000);
}

/** Compares the values of `getComparedSpans`. A day that has started is compared with the same part of the day before. */
export function compareDays([yesterday = 0, yesterdayByNow = 0, today = 0]: readonly number[]) {
  return { today, yesterday, yesterdayByNow, deltaBps: computeDeltaBps(today, yesterdayByNow) };
}
