import { type AnyResource, type Locale, localize } from '../definition/index.ts';
import { addDays, formatTime, formatWallTime, parseMoment, type Values } from '../fields/index.ts';

type DataRecord = Readonly<Record<string, unknown>>;

export interface StartContext {
  readonly locale: Locale;
  /** IANA name of the zone in which a default name gives the time. */
  readonly timeZone: string;
  /** UTC ms. */
  readonly now: number;
}
/** The defaults of an action's input. The record is null for an action on none, and may hold only what a list row does. */
type Start = (record: DataRecord | null, context: StartContext) => Values;

const codes = { zh: '兑换码', en: 'Codes' };

/** What is left of an order's payment, in fen, which is what a refund starts with. */
export const getRefundable = (record: DataRecord | null) => Number(record?.paid) - Number(record?.refunded);

/** When most announcements go out. */
function tomorrowAtNine(timeZone: string, now: number): number | null {
  return parseMoment(`${addDays(formatWallTime(now, timeZone).slice(0, 10), 1)} 09:00`, timeZone);
}

const own = ['keyGroup', 'requiredVipLevel', 'priceIn', 'priceOut', 'priceUnit'] as const;

/**
 * By `<resource>.<action>`: values that are so common that they are filled in beforehand. Reasons are not among them: the audit
 * log would hold the default of everyone. Only names, so that no definition is loaded for it.
 */
export const actionStarts: Readonly<Record<string, Start>> = {
  'user.adjustBalance': () => ({ asset: 'coin' }),
  // What is spent already is not paid back; clients show that amount under the input.
  'order.refund': (record) => ({ amount: getRefundable(record), shortfall: 'prorate' }),
  // As much as the user asked for; approving never gives more.
  'refund.approve': (record) => ({ amount: record?.amount ?? null, shortfall: 'prorate' }),
  // A copy starts with the prices and the level of its model, so that one sees what is changed.
  'aiModel.clone': (record) => Object.fromEntries(own.map((name) => [name, record?.[name] ?? null])),
  'notice.compose': (_, { timeZone, now }) => ({ startAt: tomorrowAtNine(timeZone, now) }),
  'notice.schedule': (record) => ({ startAt: record?.startAt ?? null }),
  // Named by the minute in which the dialog was opened.
  'redeemBatch.generate': (_, { locale, timeZone, now }) => ({
    name: `${localize(codes, locale)} ${formatTime(now, timeZone).slice(0, 16)}`,
  }),
};

/** What an action's input starts with in addition to the defaults of its fields; nothing for most. */
export function getActionDefaults(
  resource: Pick<AnyResource, 'name'>,
  action: string,
  record: DataRecord | null,
  context: StartContext,
): Values {
  return actionStarts[`${resource.name}.${action}`]?.(record, context) ?? {};
}
