import { type RawBuilder, sql } from 'kysely';
import type { Dimension, Totals } from '../../chats/tallies.ts';
import type { Database } from '../../store/database.ts';
import type { Span } from './spans.ts';

/** Figures of some spans, divided by key: `sums[n]` belongs to the n-th span. */
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
    row[Number(span)] = Number(sum);
    sums.set(key, row);
  }
  return sums;
}

/** Chats of some spans, which begin and end on a quarter of an hour. One seek a span, whatever the number of messages. */
export async function chatSums(
  database: Database,
  spans: readonly Span[],
  dimension: Dimension,
  of: keyof Totals,
): Promise<SumsByKey> {
  const { rows } = await sql<SumRow>`
    select s.c0 as "span", t.tally_key as "key", sum(t.${sql.ref(of)}) as "sum"
    from ${spansTable(database, spans)} s
    join chat_tallies t on t.dimension = ${dimension} and t.bucket >= s.c1 and t.bucket < s.c2
    group by s.c0, t.tally_key`.execute(database.read);
  return byKey(rows, spans.length);
}

/** Rows of a table by when they were made, divided by a column. */
export async function rowSums(
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

/** How many different users wrote something, in each span. */
export async function chatUsers(database: Database, spans: readonly Span[]): Promise<number[]> {
  const { rows } = await sql<SumRow>`
    select s.c0 as "span", '' as "key", count(distinct t.tally_key) as "sum"
    from ${spansTable(database, spans)} s
    join chat_tallies t on t.dimension = 'user' and t.bucket >= s.c1 and t.bucket < s.c2
    group by s.c0`.execute(database.read);
  return together(byKey(rows, spans.length), spans.length);
}

/** All keys as one: a figure a span, zero where nothing was. */
export function together(sums: SumsByKey, spans: number): number[] {
  const total = new Array<number>(spans).fill(0);
  for (const row of sums.values()) for (let at = 0; at < spans; at += 1) total[at] = (total[at] ?? 0) + (row[at] ?? 0);
  return total;
}

/** Rows of a table by the value of one column. */
export async function countBy(database: Database, table: string, column: string): Promise<ReadonlyMap<string, number>> {
  const rows = await database.read
    .selectFrom(table)
    .select([column, ({ fn }) => fn.countAll().as('count')])
    .groupBy(column)
    .execute();
  return new Map(rows.map((row) => [String(row[column]), Number(row.count)]));
}
