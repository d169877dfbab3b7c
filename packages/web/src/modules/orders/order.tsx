import type { RecordSlotProps, Slots } from '../../resource/slots.ts';
import { RefundPreview } from './refund-preview.tsx';
import './orders.css';
import { getResourcePath, order, type Tone } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { InCurrency, useFormat } from '../../app/i18n/index.ts';
import { useCalls, useWords } from '../../fields/index.ts';
import { OptionTag } from '../../fields/option-tag.tsx';
import { ErrorState, Loading } from '../../ui/parts/index.ts';

/** An order is read as what it went through; a refund shows what it would take back before one confirms. */
export const slots: Slots = {
  reads: ['paid', 'refunded', 'userId', 'currency'],
  detail: { title: { zh: '时间线', en: 'Timeline' }, body: Timeline },
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

/** What an order went through, oldest first. */
function Timeline({ record }: RecordSlotProps) {
  const t = useWords();
  const calls = useCalls();
  const timeline = useQuery({
    queryKey: ['order-timeline', record.id, record.version],
    queryFn: () =>
      calls.call<{ entries: readonly Entry[] }>(getResourcePath(order.name, 'timeline'), { id: record.id }),
  });
  if (timeline.isPending) return <Loading />;
  if (timeline.isError) return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />;
  return (
    <InCurrency currency={record.currency}>
      <ol className="order-timeline" aria-label={t('resource.order.timeline')}>
        {timeline.data.entries.map((entry, index) => (
          <TimelineRow key={`${entry.at} ${entry.event} ${String(index)}`} entry={entry} />
        ))}
      </ol>
    </InCurrency>
  );
}

function TimelineRow({ entry }: { readonly entry: Entry }) {
  const format = useFormat();
  const { at, label, tone, amount, detail } = entry;
  return (
    <li>
      <time dateTime={new Date(at).toISOString()}>{format.time(at)}</time>
      <OptionTag value={entry.event} option={{ zh: label, en: label, tone }} />
      {amount === null ? null : <span className="order-timeline-amount">{format.money(amount)}</span>}
      {detail === null ? null : <span className="order-timeline-detail">{detail}</span>}
    </li>
  );
}
