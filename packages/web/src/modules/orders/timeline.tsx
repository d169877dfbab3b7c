import './orders.css';
import { getResourcePath, order, type Tone } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { InCurrency, useFormat } from '../../app/i18n/index.ts';
import { useCalls, useWords } from '../../fields/index.ts';
import { OptionTag } from '../../fields/option-tag.tsx';
import type { RecordSlotProps } from '../../resource/slots.ts';
import { ErrorState, Loading } from '../../ui/parts/index.ts';

interface Entry {
  readonly at: number;
  readonly event: string;
  readonly label: string;
  readonly tone: Tone;
  readonly amount: number | null;
  readonly detail: string | null;
}

/** What an order went through, oldest first. */
export function Timeline({ record }: RecordSlotProps) {
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
