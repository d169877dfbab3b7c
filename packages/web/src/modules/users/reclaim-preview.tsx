import { getResourcePath, user } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useCalls, useWords } from '../../fields/index.ts';
import type { ConfirmationSlotProps } from '../../resource/slots.ts';
import { Alert } from '../../ui/index.ts';
import { Loading } from '../../ui/parts/index.ts';

const { options: assets } = user.actions.previewBalance.output.asset;

interface Reclaim {
  /** Invites whose rewards are reclaimed. */
  readonly invites: number;
  readonly rejected: number;
  readonly coin: number;
  readonly compute: number;
  readonly coinShort: number;
  readonly computeShort: number;
}

/** Shown when the rewards of invites are reclaimed, too: their number, the reclaimed amount, and the spent amount. */
export function ReclaimPreview({ record, values }: ConfirmationSlotProps) {
  const calls = useCalls();
  const requests = record !== null && values.reclaimInvites === true;
  const { data, error } = useQuery({
    queryKey: ['user-preview-reclaim', record?.id],
    enabled: requests,
    retry: false,
    staleTime: 0,
    queryFn: () => calls.call<Reclaim>(getResourcePath(user.name, 'previewReclaim'), { id: record?.id }),
  });
  if (!requests) return null;
  if (error) return <Alert type="error" content={error.message} />;
  return data ? <PreviewText reclaim={data} /> : <Loading />;
}

function PreviewText({ reclaim }: { readonly reclaim: Reclaim }) {
  const t = useWords();
  const localize = useSay();
  const { number, list } = useFormat();
  const { invites, rejected, coin, compute, coinShort, computeShort } = reclaim;
  if (invites === 0 && rejected === 0) return <Alert type="info" content={t('resource.reclaim.none')} />;
  const getCredits = (given: { readonly coin: number; readonly compute: number }) => {
    const parts = (['coin', 'compute'] as const).filter((asset) => given[asset] > 0);
    return list(parts.map((asset) => `${localize(assets[asset])} ${number(given[asset])}`));
  };
  const spent = getCredits({ coin: coinShort, compute: computeShort });
  const amount = getCredits({ coin, compute }) || number(0);
  const lines = [
    ...(invites > 0 ? [t('resource.reclaim.back', { invites: number(invites), amount })] : []),
    ...(spent === '' ? [] : [t('resource.reclaim.short', { amount: spent })]),
    ...(rejected > 0 ? [t('resource.reclaim.rejected', { rejected: number(rejected) })] : []),
  ];
  return <Alert type="warning" content={lines.join(' ')} />;
}
