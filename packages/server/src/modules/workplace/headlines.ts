import type { HeadlineMetric, HeadlinesAnswer, Requester } from '@gantry/core';
import type { PanelTranslate } from '../../platform/notifications/panel-words.ts';
import { canSee, type DataCardKey } from './data-cards.ts';
import type { HeadlineFigures, HeadlineSums } from './headline-metrics.ts';
import type { SiteDays } from './site-days.ts';

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
  /** The card that shows the same to the same people. */
  readonly seenWith: DataCardKey;
  readonly lessIsBetter?: boolean;
  readonly of: (sums: HeadlineSums, currency: string) => number | null;
}

/** What is left of the revenue after what suppliers charged, in basis points; costs are known in yuan alone. */
function marginOf({ netFen, costMicros }: HeadlineSums, currency: string): number | null {
  return netFen <= 0 || currency !== 'CNY' ? null : Math.round((1 - costMicros / 10_000 / netFen) * 10_000);
}

/** The first six are shown as headlines; the others can be drawn. */
const metrics: readonly MetricDefinition[] = [
  { key: 'netFen', seenWith: 'receivedFen', of: ({ netFen }) => netFen },
  { key: 'paidOrders', seenWith: 'orders', of: ({ paidOrders }) => paidOrders },
  { key: 'activeUsers', seenWith: 'activeUsers', of: ({ activeUsers }) => activeUsers },
  { key: 'tokens', seenWith: 'tokens', of: ({ tokens }) => tokens },
  { key: 'marginBps', seenWith: 'costMicros', of: marginOf },
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

/** Of a share the difference, otherwise the change against the period before. */
function deltaOf(key: string, value: number | null, before: number | null): number | null {
  if (value === null || before === null) return null;
  if (key.endsWith('Bps')) return value - before;
  return before <= 0 ? null : Math.round(((value - before) / before) * 10_000);
}

/** The metrics that the caller may see, in their language; future times have no values. */
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
        deltaBps: deltaOf(key, value, then),
        lessIsBetter,
        currency: key.endsWith('Fen') ? currency : null,
        values: points.map((point, at) => (hasBegun(at) ? of(point, currency) : null)),
        valuesBefore: points.map((_, at) => (pointsBefore[at] ? of(pointsBefore[at], currency) : null)),
      };
    }),
  };
}
