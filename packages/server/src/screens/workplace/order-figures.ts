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
}

export async function orderCounts(database: Database, { from, to }: Span): Promise<OrderCounts> {
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
  return { placedAndPaid: Number(placed.paid), refunds: Number(refunds.rows) };
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
