import './orders.css';
import { formatFen, order, type RefundOutlook, resourcePath } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useCalls, useWords } from '../../fields/index.ts';
import { useFormat } from '../../i18n/index.ts';
import { Loading } from '../../parts/index.ts';
import type { AskingSlotProps } from '../../resource/slots.ts';
import { Alert } from '../../ui/index.ts';
import { FigureRows } from './figure-rows.tsx';
import { OutlookView } from './outlook-view.tsx';

interface Part {
  readonly asset: 'coin' | 'power' | 'days';
  readonly granted: number;
  readonly toReclaim: number;
  readonly reclaimable: number;
  readonly shortfall: number;
}

interface Preview extends RefundOutlook {
  readonly refundable: number;
  readonly delivered: boolean;
  readonly hasShortfall: boolean;
  readonly withoutShortfall: number;
  readonly parts: readonly Part[];
}

/** What a refund of the typed amount would take back, and what of it is gone already. */
export function RefundPreview({ record, values }: AskingSlotProps) {
  const calls = useCalls();
  const { amount } = values;
  const isAmount = typeof amount === 'number' && amount > 0;
  const preview = useQuery({
    queryKey: ['order-refund-preview', record?.id, record?.version, amount],
    enabled: isAmount,
    retry: false,
    queryFn: () => calls.call<Preview>(resourcePath(order.name, 'refundPreview'), { id: record?.id, amount }),
  });
  if (!isAmount) return <Left left={Number(record?.paid) - Number(record?.refunded)} />;
  if (preview.isPending) return <Loading />;
  if (preview.isError) return <Alert type="error" content={preview.error.message} />;
  return <PreviewTable preview={preview.data} />;
}

function Left({ left }: { readonly left: number }) {
  const t = useWords();
  const { locale } = useFormat();
  return <p className="hint">{t('resource.order.left', { amount: formatFen(left, locale) })}</p>;
}

function PreviewTable({ preview }: { readonly preview: Preview }) {
  const t = useWords();
  const { locale } = useFormat();
  const { refundable, delivered, hasShortfall, withoutShortfall, parts } = preview;
  const less = t('resource.order.shortfall', { amount: formatFen(withoutShortfall, locale) });
  const end = hasShortfall ? less : t('resource.order.covered');
  return (
    <section className="refund-preview" aria-label={t('resource.order.preview')}>
      {delivered ? <Left left={refundable} /> : <Alert type="info" content={t('resource.order.undelivered')} />}
      {delivered ? <Parts parts={parts} /> : null}
      <OutlookView outlook={preview} />
      {delivered ? <Alert type={hasShortfall ? 'warning' : 'success'} content={end} /> : null}
    </section>
  );
}

function Parts({ parts }: { readonly parts: readonly Part[] }) {
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
