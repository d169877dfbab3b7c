import { getResourcePath, type LocalizedText, type ReversalPreviewAnswer, redemption, wallet } from '@gantry/core';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { type CellProps, useCalls, useWords } from '../../fields/index.ts';
import type { ConfirmationSlotProps, Slots } from '../../resource/slots.ts';
import '../orders/orders.css';
import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';
import { FigureRows, PreviewView } from '../orders/preview-view.tsx';

interface Grant {
  readonly asset: string;
  readonly amount: number;
}

const names: Readonly<Record<string, LocalizedText>> = {
  ...wallet.fields.asset.options,
  vip: { zh: '会员', en: 'Membership' },
};

/** The granted benefits as text: the amounts by asset, and whether a membership was included. */
function GrantsCell({ value }: CellProps) {
  const localize = useSay();
  const format = useFormat();
  const grants = Array.isArray(value) ? (value as readonly Grant[]) : [];
  const words = grants.map(({ asset, amount }) => {
    const label = Object.hasOwn(names, asset) ? names[asset] : undefined;
    const name = label ? localize(label) : asset;
    return asset === 'vip' ? name : `${name} +${format.number(amount)}`;
  });
  return <span>{words.join(' · ') || '–'}</span>;
}

/** The losses are shown before the confirmation. */
export const slots: Slots = {
  reads: ['userId'],
  cell: { grants: GrantsCell },
  request: { reverse: ReversalPreview },
  placed: ['previewReverse'],
};

/** What a reversal of the redemption would reclaim, what was already spent, and the resulting debt. */
function ReversalPreview({ record, values }: ConfirmationSlotProps) {
  const t = useWords();
  const calls = useCalls();
  const { data, error } = useQuery({
    queryKey: ['redemption-reverse-preview', record?.id, record?.version],
    enabled: record !== null,
    retry: false,
    staleTime: 0,
    queryFn: () =>
      calls.call<ReversalPreviewAnswer>(getResourcePath(redemption.name, 'previewReverse'), { id: record?.id }),
  });
  if (record === null) return null;
  if (error) return <Alert type="error" content={error.message} />;
  if (!data) return <Loading />;
  const user = String(record.userIdLabel ?? `#${String(record.userId)}`);
  return (
    <section className="refund-preview" aria-label={t('resource.redeem.reversal')}>
      <Parts parts={data.parts} />
      <PreviewView preview={{ ...data, shares: [], rewards: [] }} />
      <End preview={data} terms={values.shortfall} user={user} />
    </section>
  );
}

function Parts({ parts }: Pick<ReversalPreviewAnswer, 'parts'>) {
  const t = useWords();
  const { number } = useFormat();
  const columns = [
    t('resource.order.granted'),
    t('resource.redeem.expired'),
    t('resource.order.toReclaim'),
    t('resource.order.reclaimable'),
    t('resource.order.missing'),
  ];
  const rows = parts.map(({ asset, granted, expired, toReclaim, reclaimable, shortfall }) => ({
    key: asset,
    name: t(`resource.order.${asset}`),
    cells: [granted, expired, toReclaim, reclaimable, shortfall].map((value) => number(value)),
    short: shortfall > 0,
  }));
  return rows.length > 0 ? <FigureRows title={t('resource.order.what')} columns={columns} rows={rows} /> : null;
}

interface EndProps {
  readonly preview: ReversalPreviewAnswer;
  /** How a shortfall is handled. */
  readonly terms: unknown;
  readonly user: string;
}

/** The effect of the confirmation as text. */
function End({ preview: { hasShortfall, parts, membershipEnds }, terms, user }: EndProps) {
  const t = useWords();
  const localize = useSay();
  const { number, list } = useFormat();
  const formatPart = (of: 'reclaimable' | 'owed' | 'lost') =>
    list(
      parts
        .filter((part) => part[of] > 0)
        .map((part) => t('resource.order.part', { asset: t(`resource.order.${part.asset}`), count: number(part[of]) })),
    );
  const { options } = redemption.actions.reverse.input.shortfall;
  if (hasShortfall && terms !== 'negative')
    return <Alert type="warning" content={t('resource.redeem.rejected', { terms: localize(options.negative) })} />;
  const [back, debt, lost] = [formatPart('reclaimable'), formatPart('owed'), formatPart('lost')];
  const plan = back === '' && membershipEnds ? t('resource.redeem.plan') : back;
  const words = [
    plan === '' ? t('resource.redeem.backNothing', { user }) : t('resource.redeem.backAll', { user, back: plan }),
    ...(debt === '' ? [] : [t('resource.redeem.owed', { user, debt })]),
    ...(lost === '' ? [] : [t('resource.redeem.lost', { lost })]),
  ];
  return <Alert type={hasShortfall ? 'warning' : 'success'} content={words.join(' ')} />;
}
