import './orders.css';
import { formatFen, leftOfPayment, order, type RefundOutlook, resourcePath } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { type FieldRecord, useCalls, useWords } from '../../fields/index.ts';
import { useFormat } from '../../i18n/index.ts';
import { Loading } from '../../parts/index.ts';
import type { AskingSlotProps } from '../../resource/slots.ts';
import { Alert } from '../../ui/index.ts';
import { FigureRows } from './figure-rows.tsx';
import { OutlookView } from './outlook-view.tsx';
import { RefundEnd, type RefundPart } from './refund-end.tsx';

interface Preview extends RefundOutlook {
  readonly amount: number;
  readonly refundable: number;
  readonly delivered: boolean;
  readonly hasShortfall: boolean;
  readonly withoutShortfall: number;
  readonly parts: readonly RefundPart[];
}

/** What a refund of so much would come to; null asks nothing. */
function usePreview(record: FieldRecord | null, amount: number | null) {
  const calls = useCalls();
  return useQuery({
    queryKey: ['order-refund-preview', record?.id, record?.version, amount],
    enabled: amount !== null,
    retry: false,
    staleTime: 0,
    queryFn: () => calls.call<Preview>(resourcePath(order.name, 'refundPreview'), { id: record?.id, amount }),
  });
}

/** With pro rata, the most that goes back without a shortfall. */
function lessOf(preview: Preview | undefined, terms: unknown): number | null {
  if (!preview?.hasShortfall || terms !== 'prorate' || preview.withoutShortfall === 0) return null;
  return preview.withoutShortfall;
}

/** What a refund of the typed amount would take back, what of it is gone already, and what then happens under the chosen terms. */
export function RefundPreview({ record, values }: AskingSlotProps) {
  const t = useWords();
  const amount = typeof values.amount === 'number' && values.amount > 0 ? values.amount : null;
  const { data, error } = usePreview(record, amount);
  const less = lessOf(data, values.shortfall);
  const settled = usePreview(record, less);
  const problem = error ?? settled.error;
  if (amount === null) return <Left left={leftOfPayment(record)} />;
  if (problem) return <Alert type="error" content={problem.message} />;
  if (!data) return <Loading />;
  const ends = less === null ? data : settled.data;
  const user = String(record?.userIdLabel ?? `#${String(record?.userId)}`);
  return (
    <section className="refund-preview" aria-label={t('resource.order.preview')}>
      {data.delivered ? (
        <Left left={data.refundable} />
      ) : (
        <Alert type="info" content={t('resource.order.undelivered')} />
      )}
      {data.delivered ? <Parts parts={data.parts} /> : null}
      <OutlookView outlook={ends ?? data} />
      {ends ? <RefundEnd asked={data} ends={ends} terms={values.shortfall} user={user} /> : <Loading />}
    </section>
  );
}

function Left({ left }: { readonly left: number }) {
  const t = useWords();
  const { locale } = useFormat();
  return <p className="hint">{t('resource.order.left', { amount: formatFen(left, locale) })}</p>;
}

function Parts({ parts }: Pick<Preview, 'parts'>) {
  const t = useWords();
  const format = useFormat();
  if (parts.length === 0) return <p>{t('resource.order.nothing')}</p>;
  const columns = (['granted', 'toReclaim', 'reclaimable', 'missing'] as const).map((name) =>
    t(`resource.order.${name}`),
  );
  const rows = parts.map(({ asset, granted, toReclaim, reclaimable, shortfall }) => ({
    key: asset,
    name: t(`resource.order.${asset}`),
    cells: [granted, toReclaim, reclaimable, shortfall].map((value) => format.number(value)),
    short: shortfall > 0,
  }));
  return <FigureRows title={t('resource.order.what')} columns={columns} rows={rows} />;
}
