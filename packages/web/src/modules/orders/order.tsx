import type { Slots, TimelineEvents } from '../../resource/slots.ts';
import { RefundPreview } from './refund-preview.tsx';
import './orders.css';
import { getResourcePath, order, type Tone } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { InCurrency, useFormat } from '../../app/i18n/index.ts';
import { type FieldRecord, useCalls } from '../../fields/index.ts';
import { OptionTag } from '../../fields/option-tag.tsx';

/**
 * An order shows its events and audit log entries in one timeline. A refund shows what it would reclaim before the confirmation.
 */
export const slots: Slots = {
  reads: ['paid', 'refunded', 'userId', 'currency'],
  useEvents: useOrderEvents,
  request: { refund: RefundPreview },
  placed: ['timeline', 'previewRefund'],
};

interface Entry {
  readonly at: number;
  readonly event: string;
  readonly label: string;
  readonly tone: Tone;
  readonly amount: number | null;
  readonly detail: string | null;
}

/** Events of an order: placed, paid, delivered, refunded. */
function useOrderEvents(record: FieldRecord): TimelineEvents {
  const calls = useCalls();
  const timeline = useQuery({
    queryKey: ['order-timeline', record.id, record.version],
    queryFn: () =>
      calls.call<{ entries: readonly Entry[] }>(getResourcePath(order.name, 'timeline'), { id: record.id }),
  });
  const entries = timeline.data?.entries ?? [];
  return {
    events: entries.map((entry, index) => ({
      key: `${entry.at} ${entry.event} ${String(index)}`,
      at: entry.at,
      body: (
        <InCurrency currency={record.currency}>
          <OrderEvent entry={entry} />
        </InCurrency>
      ),
    })),
    isPending: timeline.isPending,
    error: timeline.error,
    retry: () => void timeline.refetch(),
  };
}

function OrderEvent({ entry }: { readonly entry: Entry }) {
  const format = useFormat();
  const { at, label, tone, amount, detail } = entry;
  return (
    <>
      <span className="order-event">
        <OptionTag value={entry.event} option={{ zh: label, en: label, tone }} />
        <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>
      </span>
      {amount === null ? null : <span className="order-event-amount">{format.money(amount)}</span>}
      {detail === null ? null : <span className="order-event-detail">{detail}</span>}
    </>
  );
}
