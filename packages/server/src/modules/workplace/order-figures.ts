import type { OrderPoint, OtherCurrency } from '@gantry/core';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Database, withNamedTables } from '../../platform/store/database.ts';
import type { NamedSpan, Span } from './order-range.ts';

/** Which orders are counted; null for every product type or channel. */
export interface OrderKind {
  readonly productType: string | null;
  readonly payChannel: string | null;
  /** ISO 4217 code: amounts in different currencies are never added up. */
  readonly currency: string;
}

/** The condition that an order (by its table alias in the query) matches. Sandbox payments are not revenue. */
function matchesKind(table: string, { currency, ...kind }: OrderKind): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.currency`)} = ${currency} and ${isOfAnyCurrency(table, kind)}`;
}

function isOfAnyCurrency(table: string, { productType, payChannel }: Omit<OrderKind, 'currency'>): RawBuilder<SqlBool> {
  const wanted = [
    sql`1 = 1`,
    ...(payChannel === 'sandbox' ? [] : [sql`${sql.ref(`${table}.test_money`)} = 0`]),
    ...(productType === null ? [] : [sql`${sql.ref(`${table}.product_type`)} = ${productType}`]),
    ...(payChannel === null ? [] : [sql`${sql.ref(`${table}.pay_channel`)} = ${payChannel}`]),
  ];
  return sql<SqlBool>`${sql.join(wanted, sql` and `)}`;
}

/** A completed refund; a returned one was also refunded for accounting. */
const isCompleted = sql<SqlBool>`r.status in ('succeeded', 'returned')`;

type Sums = ReadonlyMap<number, { readonly rows: number; readonly sum: number }>;

function getSumsBySpan(rows: readonly { span: number; rows: number; sum: number }[]): Sums {
  return new Map(rows.map((row) => [row.span, { rows: row.rows, sum: row.sum }]));
}

function spansTable(database: Database, spans: readonly Span[]): RawBuilder<unknown> {
  const tuples = spans.map(({ from, to }, index) => [index, from, to]);
  return database.dialect.tuples(['bigint', 'bigint', 'bigint'], tuples);
}

async function getOrdersIn(database: Database, spans: readonly Span[], of: OrderKind, at: 'created_at' | 'paid_at') {
  const { rows } = await sql<{ span: number; rows: number; sum: number }>`
    select s.c0 as "span", count(*) as "rows", coalesce(sum(o.paid), 0) as "sum"
    from ${spansTable(database, spans)} s
    join orders o on o.${sql.ref(at)} >= s.c1 and o.${sql.ref(at)} < s.c2 and ${matchesKind('o', of)}
    group by s.c0`.execute(database.read);
  return getSumsBySpan(rows);
}

/** Sums refunds at the time they are completed. */
async function sumRefunds(database: Database, spans: readonly Span[], of: OrderKind) {
  const { rows } = await sql<{ span: number; rows: number; sum: number }>`
    select s.c0 as "span", count(*) as "rows", coalesce(sum(r.amount), 0) as "sum"
    from ${spansTable(database, spans)} s
    join refunds r on r.finished_at >= s.c1 and r.finished_at < s.c2 and ${isCompleted}
    join orders o on o.id = r.order_id and ${matchesKind('o', of)}
    group by s.c0`.execute(database.read);
  return getSumsBySpan(rows);
}

/** Sums what was ordered, paid and refunded in each span. */
export async function loadOrderPoints(
  database: Database,
  spans: readonly NamedSpan[],
  of: OrderKind,
): Promise<OrderPoint[]> {
  const created = await getOrdersIn(database, spans, of, 'created_at');
  const paid = await getOrdersIn(database, spans, of, 'paid_at');
  const refunded = await sumRefunds(database, spans, of);
  return spans.map(({ x }, index) => ({
    x,
    created: created.get(index)?.rows ?? 0,
    paid: paid.get(index)?.rows ?? 0,
    paidFen: paid.get(index)?.sum ?? 0,
    refundedFen: refunded.get(index)?.sum ?? 0,
  }));
}

/** Sums what was paid and refunded in a span in other currencies, the largest first. */
export async function otherCurrencies(
  { read }: Database,
  { from, to }: Span,
  { currency, ...of }: OrderKind,
): Promise<OtherCurrency[]> {
  const kind = sql<SqlBool>`o.currency <> ${currency} and ${isOfAnyCurrency('o', of)}`;
  const paid = await sql<{
    currency: string;
    sum: number;
  }>`select o.currency as currency, sum(o.paid) as sum from orders o
    where o.paid_at >= ${from} and o.paid_at < ${to} and ${kind} group by o.currency`.execute(read);
  const refunded = await sql<{ currency: string; sum: number }>`select o.currency as currency, sum(r.amount) as sum
    from refunds r join orders o on o.id = r.order_id
    where r.finished_at >= ${from} and r.finished_at < ${to} and ${isCompleted} and ${kind} group by o.currency`.execute(
    read,
  );
  const sumIn = (rows: readonly { currency: string; sum: number }[], name: string) =>
    rows.find((row) => row.currency === name)?.sum ?? 0;
  const names = [...new Set([...paid.rows, ...refunded.rows].map((row) => row.currency))];
  return names
    .map((name) => ({ currency: name, paidFen: sumIn(paid.rows, name), refundedFen: sumIn(refunded.rows, name) }))
    .sort((one, other) => other.paidFen - one.paidFen || (one.currency < other.currency ? -1 : 1));
}

/** Counts over a full range that cannot be summed from its points. */
export interface OrderCounts {
  /** Orders placed in the range that have been paid since. */
  readonly placedAndPaid: number;
  readonly refunds: number;
  /** Users who paid in the range for the first time, and those who had paid before. */
  readonly newPayers: number;
  readonly repeatPayers: number;
}

/** Counts the users who paid in a range, and how many of them had paid for any order before. */
async function countPayers({ read }: Database, { from, to }: Span, of: OrderKind) {
  const { rows } = await sql<{ payers: number; before: number }>`
    select count(*) as payers, sum(case when exists (
      select 1 from orders earlier where earlier.user_id = p.user_id and earlier.paid_at < ${from} and earlier.test_money = 0
    ) then 1 else 0 end) as before
    from (
      select distinct o.user_id from orders o where o.paid_at >= ${from} and o.paid_at < ${to} and ${matchesKind('o', of)}
    ) p`.execute(read);
  const [payers, before] = [rows[0]?.payers ?? 0, rows[0]?.before ?? 0];
  return { newPayers: payers - before, repeatPayers: before };
}

/** Counts the orders placed in a range by their current status, the most frequent first. */
export async function countOrdersByStatus({ read }: Database, { from, to }: Span, of: OrderKind) {
  const rows = await read
    .selectFrom('orders')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(matchesKind('orders', of))
    .groupBy('status')
    .orderBy('count', 'desc')
    .orderBy('status')
    .execute();
  return rows.map((row) => ({ key: row.status, count: row.count }));
}

/** Maximum number of orders listed individually. */
const maxRecent = 5;

/** Returns the latest orders, independent of the range. */
export async function listLatestOrders({ read }: Database, of: OrderKind) {
  const rows = await read
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.id', 'o.no', 'o.product_name', 'o.payable', 'o.status', 'o.created_at', 'o.paid_at', 'o.user_id'])
    .select(['u.nickname', 'u.username'])
    .where(matchesKind('o', of))
    .orderBy('o.id', 'desc')
    .limit(maxRecent)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    no: row.no ?? '',
    user: { id: row.user_id, name: row.nickname || row.username },
    name: row.product_name ?? '',
    payableFen: row.payable,
    status: row.status,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  }));
}

export async function countOrders(database: Database, span: Span, of: OrderKind): Promise<OrderCounts> {
  const { from, to } = span;
  const placed = await database.read
    .selectFrom('orders')
    .select(({ fn }) => fn.count('paid_at').as('paid'))
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where(matchesKind('orders', of))
    .executeTakeFirstOrThrow();
  const refunds = (await sumRefunds(database, [span], of)).get(0)?.rows ?? 0;
  return { placedAndPaid: Number(placed.paid), refunds, ...(await countPayers(database, span, of)) };
}

/** What was paid in a range. */
interface Paid {
  readonly paid: number;
  readonly paidFen: number;
}

/** Sums what was paid in a range by some columns of the order, the largest first. */
async function sumPaidBy({ read }: Database, { from, to }: Span, of: OrderKind, columns: readonly string[]) {
  const largestFirst = withNamedTables(read)
    .selectFrom('orders')
    .select([
      ...columns,
      ({ fn }) => fn.countAll<number>().as('paid_count'),
      ({ fn }) => fn.sum<number>('paid').as('fen'),
    ])
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .where(matchesKind('orders', of))
    .groupBy(columns)
    .orderBy('fen', 'desc');
  const rows = await columns.reduce((query, column) => query.orderBy(column), largestFirst).execute();
  return rows.map((row) => ({ row, paid: row.paid_count, paidFen: row.fen }));
}

/** A product by the name under which it was sold; a renamed product counts separately. */
export interface PaidProduct extends Paid {
  readonly productType: string;
  readonly productId: number | null;
  readonly name: string;
}

export async function sumPaidByProduct(database: Database, span: Span, of: OrderKind): Promise<PaidProduct[]> {
  const found = await sumPaidBy(database, span, of, ['product_type', 'product_id', 'product_name']);
  return found.map(({ row, ...sums }) => ({
    productType: String(row.product_type),
    productId: row.product_id === null ? null : Number(row.product_id),
    name: String(row.product_name ?? ''),
    ...sums,
  }));
}

export async function sumPaidByChannel(
  database: Database,
  span: Span,
  of: OrderKind,
): Promise<(Paid & { readonly key: string })[]> {
  const found = await sumPaidBy(database, span, of, ['pay_channel']);
  return found.map(({ row, ...sums }) => ({ key: String(row.pay_channel), ...sums }));
}
