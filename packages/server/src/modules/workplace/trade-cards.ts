import type { Database } from '../../platform/store/database.ts';
import type { CardFigures } from './data-panel.ts';
import type { Span } from './order-range.ts';
import { addUpSums, compareDays, countBy, sumRows } from './sums.ts';

const week = 7 * 86_400_000;

interface TradeSpans {
  /** Those of `comparedSpans`. */
  readonly spans: readonly Span[];
  /** From its first day to today. */
  readonly month: Span;
  readonly now: number;
  /** ISO 4217 code of the site. */
  readonly currency: string;
}

/** What was received in a span in one currency; a span holds no more orders than a month has. */
async function receivedIn({ read }: Database, { from, to }: Span, currency: string): Promise<number> {
  const row = await read
    .selectFrom('orders')
    .select(({ fn }) => fn.sum('paid').as('fen'))
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .where('currency', '=', currency)
    .where('test_money', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(row.fen ?? 0);
}

/** Orders by their status; test money is no sale. */
async function countStates(database: Database): Promise<ReadonlyMap<string, number>> {
  const states = new Map(await countBy(database, 'orders', 'status'));
  // Those of test money have an index: they are counted apart, so that all others are counted by the index of the status.
  const tests = await database.read
    .selectFrom('orders')
    .select(['status', ({ fn }) => fn.countAll().as('count')])
    .where('test_money', '=', 1)
    .groupBy('status')
    .execute();
  for (const { status, count } of tests) states.set(status, (states.get(status) ?? 0) - Number(count));
  return states;
}

/** How many orders were placed in a span, of real money. */
async function countPlaced({ read }: Database, { from, to }: Span): Promise<number> {
  const { count } = await read
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('test_money', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What is sold; none while nothing was ever ordered. */
async function orderCards(database: Database, { spans, month, currency }: Omit<TradeSpans, 'now'>) {
  const states = await countStates(database);
  if (states.size === 0) return [];
  const counted = (...names: string[]) => names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0);
  const placed = await Promise.all(spans.map((span) => countPlaced(database, span)));
  const received = await Promise.all(spans.map((span) => receivedIn(database, span, currency)));
  const undelivered = counted('paid', 'fulfilFailed');
  const waiting = { pending: counted('pending'), undelivered };
  return [
    { key: 'receivedFen', currency, value: await receivedIn(database, month, currency), ...compareDays(received) },
    { key: 'orders', value: counted(...states.keys()), ...compareDays(placed), ...waiting },
  ] as const;
}

/** Users with a membership that runs, and memberships that were started; none until there was a first one. */
async function memberCards(database: Database, { spans, now }: Pick<TradeSpans, 'spans' | 'now'>) {
  const states = await countBy(database, 'user_memberships', 'status');
  if (states.size === 0) return [];
  const ending = await database.read
    .selectFrom('user_memberships')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'active')
    .where('end_at', '<', now + week)
    .executeTakeFirstOrThrow();
  const begun = addUpSums(await sumRows(database, spans, 'user_memberships', 'status'), spans.length);
  return [
    { key: 'members', value: states.get('active') ?? 0, ...compareDays(begun), ending: Number(ending.count) },
  ] as const;
}

/** Members, what is sold, and what it comes to. */
export async function loadTradeCards(database: Database, over: TradeSpans): Promise<readonly CardFigures[]> {
  return [...(await memberCards(database, over)), ...(await orderCards(database, over))];
}
