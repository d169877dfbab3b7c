import { type Locale, localize, type OrderPanelAnswer, type OrderPoint, order, type Values } from '@gantry/core';
import { routeTo } from '../../platform/notifications/notification-types.ts';
import type { PanelTranslate } from '../../platform/notifications/panel-words.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  countOrders,
  countOrdersByStatus,
  listLatestOrders,
  loadOrderPoints,
  type OrderCounts,
  type OrderKind,
  otherCurrencies,
  sumPaidByChannel,
  sumPaidByProduct,
} from './order-figures.ts';
import { type DayRange, type Granularity, getPreviousRange, listSpans, toSpan } from './order-range.ts';
import type { SiteDays } from './site-days.ts';

/** Metrics without texts: the same for every caller, so they can be cached. */
export interface OrderFigures {
  readonly points: readonly OrderPoint[];
  readonly before: readonly OrderPoint[] | null;
  readonly counts: OrderCounts;
  readonly byProduct: Awaited<ReturnType<typeof sumPaidByProduct>>;
  readonly byChannel: Awaited<ReturnType<typeof sumPaidByChannel>>;
  readonly byStatus: Awaited<ReturnType<typeof countOrdersByStatus>>;
  readonly recent: Awaited<ReturnType<typeof listLatestOrders>>;
  readonly others: Awaited<ReturnType<typeof otherCurrencies>>;
}

export interface OrderQuery {
  readonly range: DayRange;
  readonly granularity: Granularity;
  readonly compare: boolean;
  readonly of: OrderKind;
}

/** @param currency the site's currency, used when the caller names none */
export function parseOrderQuery(values: Values, range: DayRange, currency: string): OrderQuery {
  const toTextOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    range,
    granularity: values.granularity as Granularity,
    compare: values.compare === true,
    of: {
      productType: toTextOrNull(values.productType),
      payChannel: toTextOrNull(values.payChannel),
      currency: toTextOrNull(values.currency) ?? currency,
    },
  };
}

/** Null while the platform has never had an order. */
export async function readOrderFigures(
  database: Database,
  days: SiteDays,
  { range, granularity, compare, of }: OrderQuery,
): Promise<OrderFigures | null> {
  const any = await database.read.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  if (!any) return null;
  const full = toSpan(days, range.start, range.end);
  const getPoints = (part: DayRange) => loadOrderPoints(database, listSpans(part, granularity, days), of);
  return {
    points: await getPoints(range),
    before: compare ? await getPoints(getPreviousRange(range)) : null,
    counts: await countOrders(database, full, of),
    byProduct: await sumPaidByProduct(database, full, of),
    byChannel: await sumPaidByChannel(database, full, of),
    byStatus: await countOrdersByStatus(database, full, of),
    recent: await listLatestOrders(database, of),
    others: await otherCurrencies(database, full, of),
  };
}

function getSummary({ points, counts }: OrderFigures) {
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
    newPayers: counts.newPayers,
    repeatPayers: counts.repeatPayers,
  };
}

/** Returns the label of an option; the key itself for an unknown one. */
function getOptionLabel(of: 'payChannel' | 'status', key: string, locale: Locale): string {
  const options: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = order.fields[of].options;
  const option = options[key];
  return option ? localize(option, locale) : key;
}

/** Returns the answer in one language for the requested days; single orders only for callers who may list orders. */
export function buildOrderPanelAnswer(
  figures: OrderFigures | null,
  { range, granularity, of }: OrderQuery,
  days: SiteDays,
  words: { readonly t: PanelTranslate; readonly locale: Locale },
  reader: { readonly mayList: boolean },
): OrderPanelAnswer {
  const requested = { ...range, granularity, ...of, timezone: days.timeZone };
  const none = { byProduct: null, byChannel: null, byStatus: null, recent: null };
  if (figures === null)
    return { range: requested, summary: null, others: [], labels: {}, series: null, compare: null, ...none };
  const summary = getSummary(figures);
  const { from, to } = toSpan(days, range.start, range.end);
  const within = { from, to: to - 1 };
  const kind = {
    ...(of.productType === null ? {} : { productType: [of.productType] }),
    ...(of.payChannel === null ? {} : { payChannel: [of.payChannel] }),
  };
  const createListLink = (filters: Readonly<Record<string, unknown>>) =>
    reader.mayList ? routeTo(order, { ...kind, ...filters }) : null;
  const others = ['otherPaid', 'otherRefunded'] as const;
  const named = [...(Object.keys(summary) as (keyof typeof summary)[]), ...(figures.others.length > 0 ? others : [])];
  const labels = named.map((key) => [key, words.t(`panels.orders.${key}`)]);
  return {
    range: requested,
    summary,
    others: figures.others,
    labels: Object.fromEntries(labels),
    series: figures.points,
    compare: figures.before,
    byProduct: figures.byProduct.map(({ name, ...share }) => ({
      key: `${share.productType} ${share.productId ?? ''} ${name}`,
      label: name,
      ...share,
      route:
        share.productId === null
          ? null
          : createListLink({ productType: [share.productType], productId: share.productId, paidAt: within }),
    })),
    byStatus: figures.byStatus.map((share) => ({
      ...share,
      label: getOptionLabel('status', share.key, words.locale),
      route: createListLink({ status: [share.key], createdAt: within }),
    })),
    recent: reader.mayList
      ? figures.recent.map((one) => ({
          ...one,
          label: getOptionLabel('status', one.status, words.locale),
          route: `${routeTo(order)}&id=${one.id}`,
        }))
      : null,
    byChannel: figures.byChannel.map((share) => ({
      ...share,
      label: getOptionLabel('payChannel', share.key, words.locale),
      route: createListLink({ payChannel: [share.key], paidAt: within }),
    })),
  };
}
