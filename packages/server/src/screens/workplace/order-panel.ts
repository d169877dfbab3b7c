import {
  type Locale,
  type OrderPanelAnswer,
  type OrderPoint,
  type OrderShare,
  order,
  say,
  type Values,
} from '@gantry/core';
import type { PanelTranslate } from '../../notifications/panel-words.ts';
import type { Database } from '../../store/database.ts';
import { type OrderCounts, orderCounts, orderPoints, paidBy } from './order-figures.ts';
import { type DayRange, type Granularity, rangeBefore, spansOf } from './order-range.ts';
import type { SiteDays } from './site-days.ts';
import { spanOfDays } from './spans.ts';

/** Figures without their words: the same for every caller, so they are kept for a while. */
export interface OrderFigures {
  readonly points: readonly OrderPoint[];
  readonly before: readonly OrderPoint[] | null;
  readonly counts: OrderCounts;
  readonly byProduct: Awaited<ReturnType<typeof paidBy>>;
  readonly byChannel: Awaited<ReturnType<typeof paidBy>>;
}

export interface WantedOrders {
  readonly range: DayRange;
  readonly granularity: Granularity;
  readonly compare: boolean;
}

export function wantedOrders(values: Values, range: DayRange): WantedOrders {
  return { range, granularity: values.granularity as Granularity, compare: values.compare === true };
}

/** Null while the platform has never had an order. */
export async function readOrderFigures(
  database: Database,
  days: SiteDays,
  { range, granularity, compare }: WantedOrders,
): Promise<OrderFigures | null> {
  const any = await database.read.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  if (!any) return null;
  const whole = spanOfDays(days, range.start, range.end);
  const pointsOf = (of: DayRange) => orderPoints(database, spansOf(of, granularity, days));
  return {
    points: await pointsOf(range),
    before: compare ? await pointsOf(rangeBefore(range)) : null,
    counts: await orderCounts(database, whole),
    byProduct: await paidBy(database, whole, 'product_name'),
    byChannel: await paidBy(database, whole, 'pay_channel'),
  };
}

function summaryOf({ points, counts }: OrderFigures) {
  const sum = (of: Exclude<keyof OrderPoint, 'x'>) => points.reduce((total, point) => total + point[of], 0);
  const [created, paid, paidFen, refundedFen] = [sum('created'), sum('paid'), sum('paidFen'), sum('refundedFen')];
  return {
    created,
    paid,
    paidFen,
    refunded: counts.refunds,
    refundedFen,
    netFen: paidFen - refundedFen,
    payRateBps: created === 0 ? 0 : Math.round((counts.placedAndPaid / created) * 10_000),
    averageFen: paid === 0 ? 0 : Math.round(paidFen / paid),
  };
}

function channelLabel(key: string, locale: Locale): string {
  const options: Readonly<Record<string, { readonly zh: string; readonly en: string }>> =
    order.fields.payChannel.options;
  const option = options[key];
  return option ? say(option, locale) : key;
}

/** The answer in one language, over the days that it was asked for. */
export function orderPanelAnswer(
  figures: OrderFigures | null,
  { range, granularity }: WantedOrders,
  { timeZone }: SiteDays,
  words: { readonly t: PanelTranslate; readonly locale: Locale },
): OrderPanelAnswer {
  const asked = { ...range, granularity, timezone: timeZone };
  const nothing = { summary: null, labels: {}, series: null, compare: null, byProduct: null, byChannel: null };
  if (figures === null) return { range: asked, ...nothing };
  const summary = summaryOf(figures);
  const labels = Object.keys(summary).map((key) => [key, words.t(`panels.orders.${key as keyof typeof summary}`)]);
  const named = (label: (key: string) => string) => (share: Omit<OrderShare, 'label'>) => ({
    ...share,
    label: label(share.key),
  });
  return {
    range: asked,
    summary,
    labels: Object.fromEntries(labels),
    series: figures.points,
    compare: figures.before,
    byProduct: figures.byProduct.map(named((key) => key)),
    byChannel: figures.byChannel.map(named((key) => channelLabel(key, words.locale))),
  };
}
