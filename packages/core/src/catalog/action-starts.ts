import { type AnyResource, type Locale, localize } from '../definition/index.ts';
import { addDays, formatTime, formatWallTime, parseMoment, type Values } from '../fields/index.ts';

type DataRecord = Readonly<Record<string, unknown>>;

export interface StartContext {
  readonly locale: Locale;
  /** IANA name of the time zone for default names with a time. */
  readonly timeZone: string;
  /** In UTC milliseconds. */
  readonly now: number;
}
/**
 * Computes the initial input of an action. The record is null for actions on a collection, and may only have the fields of a list
 * row.
 */
type Start = (record: DataRecord | null, context: StartContext) => Values;

const codes = { zh: '兑换码', en: 'Codes' };

/** Returns the refundable rest of an order, in hundredths of its currency. */
export const getRefundable = (record: DataRecord | null) => Number(record?.paid) - Number(record?.refunded);

/** The usual publication time of announcements. */
function getTomorrowAtNine(timeZone: string, now: number): number | null {
  return parseMoment(`${addDays(formatWallTime(now, timeZone).slice(0, 10), 1)} 09:00`, timeZone);
}

const own = ['keyGroup', 'requiredVipLevel', 'priceIn', 'priceOut', 'priceUnit'] as const;

/**
 * Common initial values by `<resource>.<action>`. Reasons are not among them, because the audit log would then contain
 * the same default for everyone. The keys are plain names, so that no definition must be loaded.
 */
export const actionStarts: Readonly<Record<string, Start>> = {
  'user.adjustBalance': () => ({ asset: 'coin' }),
  // The initial amount is not reduced by spent credits; clients show that amount below the input.
  'order.refund': (record) => ({ amount: getRefundable(record), shortfall: 'prorate' }),
  // The amount that the user requested. Approval never refunds more.
  'refund.approve': (record) => ({ amount: record?.amount ?? null, shortfall: 'prorate' }),
  // A copy starts with the prices and the level of its model, so that changes are visible.
  'aiModel.clone': (record) => Object.fromEntries(own.map((name) => [name, record?.[name] ?? null])),
  'notice.compose': (_, { timeZone, now }) => ({ startAt: getTomorrowAtNine(timeZone, now) }),
  'notice.schedule': (record) => ({ startAt: record?.startAt ?? null }),
  // The name contains the minute in which the dialog was opened.
  'redeemBatch.generate': (_, { locale, timeZone, now }) => ({
    name: `${localize(codes, locale)} ${formatTime(now, timeZone).slice(0, 16)}`,
  }),
};

/** Returns the initial input of an action beyond the defaults of its fields. Usually empty. */
export function getActionDefaults(
  resource: Pick<AnyResource, 'name'>,
  action: string,
  record: DataRecord | null,
  context: StartContext,
): Values {
  return actionStarts[`${resource.name}.${action}`]?.(record, context) ?? {};
}
