import { addDays, type HeadlineMetric, type HeadlinesAnswer, type Requester } from '@gantry/core';
import { sql } from 'kysely';
import type { PanelTranslate } from '../../platform/notifications/panel-words.ts';
import type { Database } from '../../platform/store/database.ts';
import { canSee, type DataCardKey } from './data-cards.ts';
import { loadOrderPoints } from './order-figures.ts';
import { type DayRange, getPreviousRange, listSpans, type NamedSpan, type Span, toSpan } from './order-range.ts';
import type { SiteDays } from './site-days.ts';
import { addUpSums, sumChatTotals, sumRows } from './sums.ts';

interface MetricDefinition {
  readonly key:
    | 'netFen'
    | 'paidOrders'
    | 'activeUsers'
    | 'tokens'
    | 'marginBps'
    | 'errorBps'
    | 'messages'
    | 'sessions'
    | 'violations';
  /** The card whose permission also applies to this metric. */
  readonly seenWith: DataCardKey;
  readonly lessIsBetter?: boolean;
  readonly of: (sums: HeadlineSums, currency: string) => number | null;
}

/** The margin: revenue after supplier costs, in basis points. Costs are known in yuan only. */
function computeMargin({ netFen, costMicros }: HeadlineSums, currency: string): number | null {
  return netFen <= 0 || currency !== 'CNY' ? null : Math.round((1 - costMicros / 10_000 / netFen) * 10_000);
}

/** The first six are shown as headlines; the others can be shown in the chart. */
const metrics: readonly MetricDefinition[] = [
  { key: 'netFen', seenWith: 'receivedFen', of: ({ netFen }) => netFen },
  { key: 'paidOrders', seenWith: 'orders', of: ({ paidOrders }) => paidOrders },
  { key: 'activeUsers', seenWith: 'activeUsers', of: ({ activeUsers }) => activeUsers },
  { key: 'tokens', seenWith: 'tokens', of: ({ tokens }) => tokens },
  { key: 'marginBps', seenWith: 'costMicros', of: computeMargin },
  {
    key: 'errorBps',
    seenWith: 'messages',
    lessIsBetter: true,
    of: ({ requests, failed }) => (requests === 0 ? null : Math.round((failed / requests) * 10_000)),
  },
  { key: 'messages', seenWith: 'messages', of: ({ messages }) => messages },
  { key: 'sessions', seenWith: 'sessions', of: ({ sessions }) => sessions },
  { key: 'violations', seenWith: 'violations', lessIsBetter: true, of: ({ violations }) => violations },
];

/** Returns the difference of a percentage, otherwise the relative change against the previous period. */
function computeDelta(key: string, value: number | null, before: number | null): number | null {
  if (value === null || before === null) return null;
  if (key.endsWith('Bps')) return value - before;
  return before <= 0 ? null : Math.round(((value - before) / before) * 10_000);
}

/** Returns the metrics that the caller may see, in their language; future times have no values. */
export function buildHeadlinesAnswer(
  { period, now, currency, sums, before, points, pointsBefore }: HeadlineFigures,
  days: SiteDays,
  t: PanelTranslate,
  requester: Requester,
): HeadlinesAnswer {
  const hasBegun = (at: number) => (period.points[at]?.from ?? 0) <= now;
  const seen = metrics.filter(({ seenWith }) => canSee(requester, seenWith));
  return {
    asOf: new Date(now).toISOString(),
    timezone: days.timeZone,
    start: period.range.start,
    end: period.range.end,
    startBefore: period.before.start,
    comparedUntil: period.fullBefore.to,
    points: period.points.map(({ x }) => x),
    isOpen: period.full.from <= now && now < period.full.to,
    metrics: seen.map(({ key, of, lessIsBetter = false }): HeadlineMetric => {
      const [value, then] = [of(sums, currency), of(before, currency)];
      return {
        key,
        label: t(`panels.headline.${key}`),
        value,
        before: then,
        deltaBps: computeDelta(key, value, then),
        lessIsBetter,
        currency: key.endsWith('Fen') ? currency : null,
        values: points.map((point, at) => (hasBegun(at) ? of(point, currency) : null)),
        valuesBefore: points.map((_, at) => (pointsBefore[at] ? of(pointsBefore[at], currency) : null)),
      };
    }),
  };
}

/** The compared spans: a period up to now, and an equally long part of the previous period. */
interface HeadlinePeriod {
  readonly range: DayRange;
  readonly before: DayRange;
  readonly full: Span;
  readonly fullBefore: Span;
  /** Hours for a single day, otherwise days. */
  readonly unit: 'hour' | 'day';
  readonly points: readonly NamedSpan[];
  readonly pointsBefore: readonly NamedSpan[];
}

/** The previous period has the same length and ends at the same time of day as now; where clocks change, elapsed time counts. */
export function toHeadlinePeriod(range: DayRange, days: SiteDays, now: number): HeadlinePeriod {
  const before = getPreviousRange(range);
  const unit = range.start === range.end ? 'hour' : 'day';
  const full = toSpan(days, range.start, range.end);
  const fullBefore = toSpan(days, before.start, before.end);
  const today = days.dayOf(now);
  const isOpen = today >= range.start && today <= range.end;
  const away = Math.round((Date.parse(range.start) - Date.parse(before.start)) / 86_400_000);
  const sameDay = addDays(today, -away);
  const until = days.startOf(sameDay) + (now - days.startOf(today)) + 1;
  return {
    range,
    before,
    full,
    fullBefore: isOpen ? { ...fullBefore, to: Math.min(until, days.startOf(addDays(sameDay, 1))) } : fullBefore,
    unit,
    points: listSpans(range, unit, days),
    pointsBefore: listSpans(before, unit, days),
  };
}

/** Metrics of one span. */
interface HeadlineSums {
  readonly netFen: number;
  readonly paidOrders: number;
  readonly activeUsers: number;
  readonly tokens: number;
  readonly messages: number;
  readonly sessions: number;
  readonly violations: number;
  readonly requests: number;
  readonly failed: number;
  /** Supplier costs in millionths of a yuan. */
  readonly costMicros: number;
}

/** Counts the visitors of each span; a user who visited on several days counts once. */
async function countVisitors(database: Database, spans: readonly Span[]): Promise<number[]> {
  const tuples = spans.map(({ from, to }, index) => [index, from, to]);
  const { rows } = await sql<{ span: number; users: number }>`
    select s.c0 as "span", count(distinct v.user_id) as "users"
    from ${database.dialect.tuples(['bigint', 'bigint', 'bigint'], tuples)} s
    join user_visits v on v.first_at >= s.c1 and v.first_at < s.c2
    group by s.c0`.execute(database.read);
  const counts = new Map(rows.map(({ span, users }) => [Number(span), Number(users)]));
  return spans.map((_, at) => counts.get(at) ?? 0);
}

type Calls = Pick<HeadlineSums, 'requests' | 'failed' | 'costMicros'>;
interface CallRow {
  readonly name: string | number;
  readonly requests: number | null;
  readonly failed: number | null;
  readonly cost: number | null;
}

const noCalls: Calls = { requests: 0, failed: 0, costMicros: 0 };
const toCalls = ({ requests, failed, cost }: Omit<CallRow, 'name'>): Calls => ({
  requests: Number(requests ?? 0),
  failed: Number(failed ?? 0),
  costMicros: Number(cost ?? 0),
});
const addCalls = (one: Calls, other: Calls): Calls => ({
  requests: one.requests + other.requests,
  failed: one.failed + other.failed,
  costMicros: one.costMicros + other.costMicros,
});

/** Sums the calls of one day by hour, or of a range by day. */
async function sumCalls({ read }: Database, unit: 'hour' | 'day', { start, end }: DayRange) {
  const name = sql.ref(unit);
  const { rows } = await sql<CallRow>`
    select ${name} as "name", sum(requests) as "requests", sum(failed) as "failed", sum(upstream_cost) as "cost"
    from usage_sums where span = ${unit} and day >= ${start} and day <= ${end} group by ${name}`.execute(read);
  return new Map(rows.map((row) => [String(row.name), toCalls(row)]));
}

/** Sums the calls of a part of a day: full hours from the hourly sums, the rest from single records. */
async function sumCallsUntil(database: Database, days: SiteDays, to: number): Promise<Calls> {
  const day = days.dayOf(to - 1);
  const hours = [...(await sumCalls(database, 'hour', { start: day, end: day }))];
  const starts = listSpans({ start: day, end: day }, 'hour', days).filter((hour) => hour.to <= to);
  const rest = starts.at(-1)?.to ?? days.startOf(day);
  const { rows } = await sql<Omit<CallRow, 'name'>>`
    select count(*) as "requests", sum(case when status = 'failed' then 1 else 0 end) as "failed", sum(upstream_cost) as "cost"
    from usage_records where created_at >= ${rest} and created_at < ${to}`.execute(database.read);
  const whole = hours.filter(([hour]) => Number(hour) < rest).map(([, sums]) => sums);
  return [...whole, ...rows.map(toCalls)].reduce(addCalls, noCalls);
}

async function loadCalls(database: Database, days: SiteDays, period: HeadlinePeriod): Promise<readonly Calls[]> {
  const [now, then] = [
    await sumCalls(database, period.unit, period.range),
    await sumCalls(database, period.unit, period.before),
  ];
  const at = (sums: ReadonlyMap<string, Calls>, { from, x }: NamedSpan) =>
    sums.get(period.unit === 'hour' ? String(from) : x) ?? noCalls;
  const points = period.points.map((point) => at(now, point));
  const pointsBefore = period.pointsBefore.map((point) => at(then, point));
  const { to } = period.fullBefore;
  const cutDay = days.dayOf(to - 1);
  const isWhole = to === days.startOf(addDays(cutDay, 1));
  const beforeCut = pointsBefore.filter((_, index) => (period.pointsBefore[index]?.to ?? 0) <= days.startOf(cutDay));
  const before = isWhole
    ? pointsBefore.reduce(addCalls, noCalls)
    : [...beforeCut, await sumCallsUntil(database, days, to)].reduce(addCalls, noCalls);
  return [points.reduce(addCalls, noCalls), before, ...points, ...pointsBefore];
}

/** The sums of the period and of the previous one, and those of each of their points. */
export interface HeadlineFigures {
  readonly period: HeadlinePeriod;
  readonly now: number;
  readonly currency: string;
  readonly sums: HeadlineSums;
  readonly before: HeadlineSums;
  readonly points: readonly HeadlineSums[];
  readonly pointsBefore: readonly HeadlineSums[];
}

export async function readHeadlineFigures(
  database: Database,
  days: SiteDays,
  wanted: { readonly range: DayRange; readonly now: number; readonly currency: string },
): Promise<HeadlineFigures> {
  const period = toHeadlinePeriod(wanted.range, days, wanted.now);
  const nameSpan = (span: Span): NamedSpan => ({ ...span, x: '' });
  const spans = [nameSpan(period.full), nameSpan(period.fullBefore), ...period.points, ...period.pointsBefore];
  const { currency, now } = wanted;
  const [orders, visitors, chats, violations, calls] = [
    await loadOrderPoints(database, spans, { productType: null, payChannel: null, currency }),
    await countVisitors(database, spans),
    await sumChatTotals(database, spans),
    addUpSums(await sumRows(database, spans, 'violation_logs', 'source'), spans.length),
    await loadCalls(database, days, period),
  ];
  const all = spans.map((_, at): HeadlineSums => {
    const [order, chat] = [orders[at], chats[at]];
    return {
      netFen: (order?.paidFen ?? 0) - (order?.refundedFen ?? 0),
      paidOrders: order?.paid ?? 0,
      activeUsers: visitors[at] ?? 0,
      tokens: chat?.tokens ?? 0,
      messages: chat?.messages ?? 0,
      sessions: chat?.sessions ?? 0,
      violations: violations[at] ?? 0,
      ...(calls[at] ?? noCalls),
    };
  });
  const [sums, before, ...points] = all as [HeadlineSums, HeadlineSums, ...HeadlineSums[]];
  const count = period.points.length;
  return { period, now, currency, sums, before, points: points.slice(0, count), pointsBefore: points.slice(count) };
}
