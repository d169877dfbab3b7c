import { type Locale, type LocalizedText, localize, paymentEvent } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import type { RowOf, Tx } from '../../platform/store/database.ts';
import { requireLockedOrder, type StoredOrder } from './order-rows.ts';

/** An event in the history of an order. */
export interface TimelineEntry {
  /** UTC ms. */
  readonly at: number;
  readonly event: string;
  /** In the caller's language. */
  readonly label: string;
  readonly tone: 'neutral' | 'info' | 'good' | 'warn' | 'bad';
  /** Integer fen; null when the event has no amount. */
  readonly amount: number | null;
  readonly detail: string | null;
}

const labels = {
  placed: { zh: '下单', en: 'Placed' },
  paid: { zh: '支付入账', en: 'Payment received' },
  paidLate: { zh: '关闭后支付', en: 'Paid after close' },
  fulfilled: { zh: '已发货', en: 'Delivered' },
  fulfilFailed: { zh: '发货失败', en: 'Delivery failed' },
  closed: { zh: '已关闭', en: 'Closed' },
  refundRequested: { zh: '用户申请退款', en: 'Refund requested by the user' },
  refundStarted: { zh: '开始退款', en: 'Refund started' },
  refundReturned: { zh: '退款被退回', en: 'Refund returned' },
  refundSucceeded: { zh: '退款到账', en: 'Refunded' },
  refundFailed: { zh: '退款失败', en: 'Refund failed' },
  refundRejected: { zh: '驳回退款申请', en: 'Refund request rejected' },
  refundCancelled: { zh: '取消退款', en: 'Refund canceled' },
} as const satisfies Record<string, LocalizedText>;

/** Returns the history of an order, oldest first: its status changes, all payment events, and its refunds. */
export const timeline: Operation<'orders'> = {
  async run(call) {
    const order = requireLockedOrder(call);
    const { tx, caller } = call;
    const entries = [
      ...listStatusChanges(order, caller.locale),
      ...(await listPaymentEvents(tx, order, caller.locale)),
      ...(await listRefunds(tx, order, caller.locale)),
    ];
    const { id, no, currency } = order;
    return { data: { id, no, currency, entries: entries.sort((one, two) => one.at - two.at) } };
  },
};

function listStatusChanges({ row, payable, paid, latePaid }: StoredOrder, locale: Locale): TimelineEntry[] {
  const mark = (
    cell: unknown,
    event: keyof typeof labels,
    tone: TimelineEntry['tone'],
    rest: Partial<TimelineEntry> = {},
  ): TimelineEntry[] =>
    cell === null || cell === undefined
      ? []
      : [
          {
            at: Number(cell),
            event,
            label: localize(labels[event], locale),
            tone,
            amount: null,
            detail: null,
            ...rest,
          },
        ];
  const failed = row.fulfil_status === 'failed';
  return [
    ...mark(row.created_at, 'placed', 'info', { amount: payable, detail: row.product_name ?? '' }),
    ...mark(row.closed_at, 'closed', 'neutral', { detail: getText(row.closed_reason) }),
    ...mark(row.paid_at, latePaid ? 'paidLate' : 'paid', 'good', { amount: paid, detail: getText(row.trade_no) }),
    ...mark(row.fulfilled_at, 'fulfilled', 'good'),
    ...mark(failed ? row.updated_at : null, 'fulfilFailed', 'bad', { detail: getText(row.fulfil_error) }),
  ];
}

const getText = (cell: unknown) => (cell === null || cell === undefined ? null : String(cell));
const getWords = (options: Readonly<Record<string, LocalizedText>>, name: unknown, locale: Locale) => {
  const found = options[String(name)];
  return found ? localize(found, locale) : String(name);
};

async function listPaymentEvents(tx: Tx, { id }: StoredOrder, locale: Locale): Promise<TimelineEntry[]> {
  const rows = await tx.selectFrom('payment_events').selectAll().where('order_id', '=', id).orderBy('id').execute();
  const { kind, result, channel } = paymentEvent.fields;
  return rows.map((row) => ({
    at: row.created_at,
    event: `${row.kind}.${row.result}`,
    label: [
      getWords(channel.options, row.channel, locale),
      getWords(kind.options, row.kind, locale),
      getWords(result.options, row.result, locale),
    ].join(' · '),
    tone: getTone(row),
    amount: row.amount,
    detail: getText(row.note) ?? getText(row.trade_no),
  }));
}

function getTone({ result }: RowOf<'payment_events'>): TimelineEntry['tone'] {
  const { options } = paymentEvent.fields.result;
  return options[result as keyof typeof options]?.tone ?? 'neutral';
}

/** Final states of a refund. All other states are in progress. */
const refundEnds: Readonly<Record<string, readonly [keyof typeof labels, TimelineEntry['tone']]>> = {
  succeeded: ['refundSucceeded', 'good'],
  returned: ['refundReturned', 'bad'],
  failed: ['refundFailed', 'bad'],
  rejected: ['refundRejected', 'neutral'],
  cancelled: ['refundCancelled', 'neutral'],
};

async function listRefunds(tx: Tx, { id }: StoredOrder, locale: Locale): Promise<TimelineEntry[]> {
  const rows = await tx.selectFrom('refunds').selectAll().where('order_id', '=', id).orderBy('id').execute();
  return rows.flatMap((row) => {
    const amount = row.amount;
    const getEntry = (at: unknown, event: keyof typeof labels, tone: TimelineEntry['tone'], detail: string | null) => ({
      at: Number(at),
      event,
      label: localize(labels[event], locale),
      tone,
      amount,
      detail,
    });
    const isRequested = row.requested_by === 'user';
    const started = getEntry(
      row.created_at,
      isRequested ? 'refundRequested' : 'refundStarted',
      'warn',
      getText(row.reason),
    );
    const end = refundEnds[row.status];
    if (!end) return [started];
    return [
      started,
      getEntry(
        row.finished_at ?? row.updated_at,
        ...end,
        getText(row.error ?? row.hand_paid_no ?? row.came_back_why ?? row.no),
      ),
    ];
  });
}
