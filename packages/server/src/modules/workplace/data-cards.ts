import {
  type AnyResource,
  admin,
  admins,
  apiKey,
  backup,
  bannedWord,
  can,
  canUse,
  chatMessage,
  chatSession,
  drawTask,
  everyone,
  file,
  helpDoc,
  notice,
  order,
  type Requester,
  type Roles,
  usageRecord,
  user,
  userMembership,
  violationLog,
  wallet,
} from '@gantry/core';
import { sql } from 'kysely';
import type { HourOf } from '../../platform/context/day-of.ts';
import { routeTo } from '../../platform/notifications/notification-types.ts';
import type { PanelWord } from '../../platform/notifications/panel-words.ts';
import type { Database } from '../../platform/store/database.ts';
import { problemStates } from '../keys/index.ts';
import type { CardFigures } from './data-panel.ts';
import type { Span } from './order-range.ts';
import type { SiteDays } from './site-days.ts';
import { addUpSums, compareDays, countBy, sumRows } from './sums.ts';

type Filters = Readonly<Record<string, unknown>>;
/** Start times of the counted periods, UTC ms. */
interface CountedSince {
  readonly monthFrom: number;
  readonly activeFrom: number;
}
type FiltersOf = (since: CountedSince) => Filters;

const getCard = (word: PanelWord, of: AnyResource, roles: Roles = everyone, filters: Filters | FiltersOf = {}) => ({
  word,
  roles,
  path: of.path,
  of,
  filters,
});

/** The metrics of the platform: their labels, resources and permissions. Revenue and maintenance are for admins. */
export const dataCards = {
  users: getCard('panels.card.users', user),
  activeUsers: getCard('panels.card.activeUsers', user, everyone, ({ activeFrom }) => ({
    lastActiveAt: { from: activeFrom },
  })),
  tasks: getCard('panels.card.tasks', drawTask, everyone, { createdAt: { days: { from: 0 } } }),
  coinOutstanding: getCard('panels.card.coinOutstanding', wallet, admins, { asset: ['coin'] }),
  computeOutstanding: getCard('panels.card.computeOutstanding', wallet, admins, { asset: ['compute'] }),
  keysWithProblems: getCard('panels.card.keysWithProblems', apiKey, admins, { status: problemStates }),
  backupAge: getCard('panels.card.backupAge', backup, admins),
  orphans: getCard('panels.card.orphans', file, admins, { orphanedAt: { from: 0 } }),
  members: getCard('panels.card.members', userMembership, everyone, { status: ['active'] }),
  receivedFen: getCard('panels.card.receivedFen', order, admins, ({ monthFrom }) => ({
    paidAt: { from: monthFrom },
    testMoney: [false],
  })),
  costMicros: getCard('panels.card.costMicros', usageRecord, admins, ({ monthFrom }) => ({
    createdAt: { from: monthFrom },
  })),
  orders: getCard('panels.card.orders', order, admins),
  sessions: getCard('panels.card.sessions', chatSession),
  messages: getCard('panels.card.messages', chatMessage),
  tokens: getCard('panels.card.tokens', chatMessage),
  chatUsers: getCard('panels.card.chatUsers', chatSession),
  violations: getCard('panels.card.violations', violationLog, everyone, { handled: ['open'] }),
  bannedWords: getCard('panels.card.bannedWords', bannedWord),
  helpDocs: getCard('panels.card.helpDocs', helpDoc, everyone, { status: ['published'] }),
  notices: getCard('panels.card.notices', notice, everyone, { status: ['published'] }),
  admins: getCard('panels.card.admins', admin),
} as const;

export type DataCardKey = keyof typeof dataCards;

export function canSee(requester: Requester, key: DataCardKey): boolean {
  return canUse(requester, dataCards[key]);
}

/**
 * Returns the list of what a metric counts, filtered accordingly; the unfiltered list when the count is zero, and null for a
 * caller who must not read it.
 */
export function getCardRoute(
  requester: Requester,
  key: DataCardKey,
  value: number,
  since: CountedSince,
): string | null {
  const { of, filters } = dataCards[key];
  if (!can(requester, of, 'list')) return null;
  const counted = typeof filters === 'function' ? filters(since) : filters;
  return routeTo(of, value > 0 ? counted : {});
}

const week = 7 * 86_400_000;

interface TradeSpans {
  /** The spans of `getComparedSpans`. */
  readonly spans: readonly Span[];
  /** From the first day of the month to today. */
  readonly month: Span;
  readonly now: number;
  /** ISO 4217 code of the site. */
  readonly currency: string;
}

/** Sums what was received in a span in one currency. No span exceeds a month of orders. */
async function sumReceived({ read }: Database, { from, to }: Span, currency: string): Promise<number> {
  const row = await read
    .selectFrom('orders')
    .select(({ fn }) => fn.sum<number | null>('paid').as('fen'))
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .where('currency', '=', currency)
    .where('test_money', '=', 0)
    .executeTakeFirstOrThrow();
  return row.fen ?? 0;
}

/** Counts orders by status. Sandbox orders are not sales. */
async function countStates(database: Database): Promise<ReadonlyMap<string, number>> {
  const states = new Map(await countBy(database, 'orders', 'status'));
  // Sandbox orders have their own index, so they are counted separately and all others by the index of the status.
  const tests = await database.read
    .selectFrom('orders')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('test_money', '=', 1)
    .groupBy('status')
    .execute();
  for (const { status, count } of tests) states.set(status, (states.get(status) ?? 0) - count);
  return states;
}

/** Counts the real orders placed in a span. */
async function countPlaced({ read }: Database, { from, to }: Span): Promise<number> {
  const { count } = await read
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('test_money', '=', 0)
    .executeTakeFirstOrThrow();
  return count;
}

/** Cards of orders; none while there has never been an order. */
async function getOrderCards(database: Database, { spans, month, currency }: Omit<TradeSpans, 'now'>) {
  const states = await countStates(database);
  if (states.size === 0) return [];
  const counted = (...names: string[]) => names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0);
  const placed = await Promise.all(spans.map((span) => countPlaced(database, span)));
  const received = await Promise.all(spans.map((span) => sumReceived(database, span, currency)));
  const undelivered = counted('paid', 'fulfilFailed');
  const waiting = { pending: counted('pending'), undelivered };
  return [
    { key: 'receivedFen', currency, value: await sumReceived(database, month, currency), ...compareDays(received) },
    { key: 'orders', value: counted(...states.keys()), ...compareDays(placed), ...waiting },
  ] as const;
}

/** Users with an active membership, and memberships started; none while there has never been one. */
async function getMemberCards(database: Database, { spans, now }: Pick<TradeSpans, 'spans' | 'now'>) {
  const states = await countBy(database, 'user_memberships', 'status');
  if (states.size === 0) return [];
  const ending = await database.read
    .selectFrom('user_memberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .where('end_at', '<', now + week)
    .executeTakeFirstOrThrow();
  const begun = addUpSums(await sumRows(database, spans, 'user_memberships', 'status'), spans.length);
  return [
    { key: 'members', value: states.get('active') ?? 0, ...compareDays(begun), ending: Number(ending.count) },
  ] as const;
}

/** Cards of memberships, orders and revenue. */
export async function loadTradeCards(database: Database, over: TradeSpans): Promise<readonly CardFigures[]> {
  return [...(await getMemberCards(database, over)), ...(await getOrderCards(database, over))];
}

/** Sums the credits charged for usage on a day (`YYYY-MM-DD` of the site), by asset. */
export async function sumSpent(
  { read }: Database,
  day: string,
): Promise<{ readonly coin: number; readonly compute: number }> {
  const { rows } = await sql<{ coin: number | null; compute: number | null }>`
    select sum(charged_coin) as coin, sum(charged_compute) as compute
    from usage_sums where span = 'day' and day = ${day}`.execute(read);
  return { coin: rows[0]?.coin ?? 0, compute: rows[0]?.compute ?? 0 };
}

/** Sums the supplier costs of a range of days, in millionths of a yuan. */
async function sumDayCosts({ read }: Database, first: string, last: string): Promise<number> {
  const { rows } = await sql<{ cost: number | null }>`
    select sum(upstream_cost) as cost from usage_sums
    where span = 'day' and day >= ${first} and day <= ${last}`.execute(read);
  return rows[0]?.cost ?? 0;
}

/** Sums the supplier costs from the start of a day to a time: full hours from the hourly sums, the rest from single records. */
async function sumCostsUntil({ read }: Database, day: string, hour: number, to: number): Promise<number> {
  const { rows } = await sql<{ hours: number | null; rest: number | null }>`
    select
      (select sum(upstream_cost) from usage_sums where span = 'hour' and day = ${day} and hour < ${hour}) as hours,
      (select sum(upstream_cost) from usage_records where created_at >= ${hour} and created_at < ${to}) as rest
  `.execute(read);
  return (rows[0]?.hours ?? 0) + (rows[0]?.rest ?? 0);
}

/**
 * The margin of a span: revenue after refunds and supplier costs, in basis points of the revenue. Null when there is no revenue,
 * or some of it is not in the currency of the costs.
 */
async function computeMargin({ read }: Database, { from, to }: Span, costMicros: number): Promise<number | null> {
  const { rows } = await sql<{ paid: number | null; refunded: number | null; foreign: number | null }>`
    select
      (select sum(paid) from orders where paid_at >= ${from} and paid_at < ${to} and test_money = 0) as "paid",
      (select sum(amount) from refunds where finished_at >= ${from} and finished_at < ${to}
        and status in ('succeeded', 'returned') and coalesce(currency, 'CNY') = 'CNY'
        and exists (select 1 from orders o where o.id = refunds.order_id and o.test_money = 0)) as "refunded",
      (select count(*) from orders where paid_at >= ${from} and paid_at < ${to} and currency <> 'CNY'
        and test_money = 0) as "foreign"
  `.execute(read);
  const [row] = rows;
  const net = (row?.paid ?? 0) - (row?.refunded ?? 0);
  if (net <= 0 || (row?.foreign ?? 0) > 0) return null;
  return Math.round((1 - costMicros / 10_000 / net) * 10_000);
}

interface CostSpans {
  /** The spans of `getComparedSpans`. */
  readonly spans: readonly [Span, Span, Span];
  readonly month: Span;
  readonly now: number;
}

/** Cards of supplier costs; none while there has never been usage. */
export async function loadCostCards(
  database: Database,
  days: SiteDays,
  hourOf: HourOf,
  { spans, month, now }: CostSpans,
) {
  const any = await database.read.selectFrom('usage_records').select('id').limit(1).executeTakeFirst();
  if (!any) return [];
  const [yesterday, byNow] = spans;
  const [dayBefore, today] = [days.dayOf(yesterday.from), days.dayOf(now)];
  const { hour } = hourOf(byNow.to - 1, days.timeZone);
  const costs = [
    await sumDayCosts(database, dayBefore, dayBefore),
    await sumCostsUntil(database, dayBefore, hour, byNow.to),
    await sumDayCosts(database, today, today),
  ];
  const value = await sumDayCosts(database, days.dayOf(month.from), today);
  return [
    { key: 'costMicros', value, ...compareDays(costs), marginBps: await computeMargin(database, month, value) },
  ] as const;
}
