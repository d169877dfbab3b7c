import type { OrderPoint } from '@gantry/core';
import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { NamedSpan } from './order-range.ts';
import type { Span } from './spans.ts';

/** Rows of a table by a moment of theirs, with a sum of one column. */
interface Counted {
  readonly table: 'orders' | 'refunds';
  readonly at: 'created_at' | 'paid_at' | 'finished_at';
  readonly sum: 'paid' | 'amount';
}

type Sums = ReadonlyMap<number, { readonly rows: number; readonly sum: number }>;

async function sumsOf(database: Database, spans: readonly Span[], { table, at, sum }: Counted): Promise<Sums> {
  const tuples = spans.map(({ from, to }, index) => [index, from, to]);
  const { rows } = await sql<{ span: number; rows: number; sum: number }>`
    select s.c0 as "span", count(*) as "rows", coalesce(sum(t.${sql.ref(sum)}), 0) as "sum"
    from ${database.dialect.tuples(['bigint', 'bigint', 'bigint'], tuples)} s
    join ${sql.table(table)} t on t.${sql.ref(at)} >= s.c1 and t.${sql.ref(at)} < s.c2
    group by s.c0`.execute(database.read);
  return new Map(rows.map((row) => [Number(row.span), { rows: Number(row.rows), sum: Number(row.sum) }]));
}

/** What was ordered, paid and given back in each span. A refund counts when it is done, so `finished_at` is its moment. */
export async function orderPoints(database: Database, spans: readonly NamedSpan[]): Promise<OrderPoint[]> {
  const created = await sumsOf(database, spans, { table: 'orders', at: 'created_at', sum: 'paid' });
  const paid = await sumsOf(database, spans, { table: 'orders', at: 'paid_at', sum: 'paid' });
  const refunded = await sumsOf(database, spans, { table: 'refunds', at: 'finished_at', sum: 'amount' });
  return spans.map(({ x }, index) => ({
    x,
    created: created.get(index)?.rows ?? 0,
    paid: paid.get(index)?.rows ?? 0,
    paidFen: paid.get(index)?.sum ?? 0,
    refundedFen: refunded.get(index)?.sum ?? 0,
  }));
}

/** Counts over a whole range that no sum of its points gives. */
export interface OrderCounts {
  /** Of the orders that were placed in it, those that have been paid since. */
  readonly placedAndPaid: number;
  readonly refunds: number;
  /** People who paid in it for the first time, and those who had paid before it. */
  readonly newPayers: number;
  readonly repeatPayers: number;
}

/** How many people paid in a range, and how many of them had paid before it. */
async function payersIn({ read }: Database, { from, to }: Span) {
  const { rows } = await sql<{ payers: number; before: number }>`
    select count(*) as payers, sum(case when exists (
      select 1 from orders earlier where earlier.user_id = p.user_id and earlier.paid_at < ${from}
    ) then 1 else 0 end) as before
    from (select distinct user_id from orders where paid_at >= ${from} and paid_at < ${to}) p`.execute(read);
  const [payers, before] = [Number(rows[0]?.payers ?? 0), Number(rows[0]?.before ?? 0)];
  return { newPayers: payers - before, repeatPayers: before };
}

/** Orders placed in a range, by how they stand now; the most first. */
export async function standingOf({ read }: Database, { from, to }: Span) {
  const rows = await read
    .selectFrom('orders')
    .select(['status', ({ fn }) => fn.countAll().as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('status')
    .orderBy('count', 'desc')
    .orderBy('status')
    .execute();
  return rows.map((row) => ({ key: String(row.status), count: Number(row.count) }));
}

/** Orders that are told of one by one, at most. */
const mostRecent = 5;

/** The orders that were placed last, whatever the range. */
export async function latestOrders({ read }: Database) {
  const rows = await read
    .selectFrom('orders')
    .select(['id', 'no', 'product_name', 'payable', 'status', 'created_at', 'paid_at'])
    .orderBy('id', 'desc')
    .limit(mostRecent)
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    no: String(row.no ?? ''),
    name: String(row.product_name ?? ''),
    payableFen: Number(row.payable),
    status: String(row.status),
    createdAt: Number(row.created_at),
    paidAt: row.paid_at === null ? null : Number(row.paid_at),
  }));
}

export async function orderCounts(database: Database, span: Span): Promise<OrderCounts> {
  const { from, to } = span;
  const placed = await database.read
    .selectFrom('orders')
    .select(({ fn }) => fn.count('paid_at').as('paid'))
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .executeTakeFirstOrThrow();
  const refunds = await database.read
    .selectFrom('refunds')
    .select(({ fn }) => fn.countAll().as('rows'))
    .where('finished_at', '>=', from)
    .where('finished_at', '<', to)
    .where('status', 'in', ['succeeded', 'returned'])
    .executeTakeFirstOrThrow();
  return { placedAndPaid: Number(placed.paid), refunds: Number(refunds.rows), ...(await payersIn(database, span)) };
}

/** What was paid in a range, divided by a column of the order; the largest first. */
export async function paidBy(
  database: Database,
  { from, to }: Span,
  column: 'product_name' | 'pay_channel',
): Promise<{ readonly key: string; readonly paid: number; readonly paidFen: number }[]> {
  const rows = await database.read
    .selectFrom('orders')
    .select([column, ({ fn }) => fn.countAll().as('paid'), ({ fn }) => fn.sum('paid').as('fen')])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .groupBy(column)
    .orderBy('fen', 'desc')
    .orderBy(column)
    .execute();
  return rows.map((row) => ({ key: String(row[column] ?? ''), paid: Number(row.paid), paidFen: Number(row.fen) }));
}
