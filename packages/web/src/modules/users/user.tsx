import { getResourcePath, user } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useCalls, useWords } from '../../fields/index.ts';
import type { ConfirmationSlotProps, Slots } from '../../resource/slots.ts';
import { Alert } from '../../ui/index.ts';
import { ReclaimPreview } from './reclaim-preview.tsx';

const { options: assets } = user.actions.previewBalance.output.asset;

interface Preview {
  readonly asset: keyof typeof assets;
  readonly amount: number;
  readonly balanceBefore: number;
  readonly balance: number;
  readonly held: number;
  readonly debt: number;
  readonly available: number;
  readonly allowed: boolean;
}

/** A balance before and after the typed adjustment, or how much of it can be deducted. */
function BalancePreview({ record, values }: ConfirmationSlotProps) {
  const calls = useCalls();
  const { asset, amount } = values;
  const { data, error } = useQuery({
    queryKey: ['user-preview-balance', record?.id, asset, amount],
    enabled: record !== null && typeof asset === 'string' && typeof amount === 'number' && amount !== 0,
    retry: false,
    staleTime: 0,
    queryFn: () => calls.call<Preview>(getResourcePath(user.name, 'previewBalance'), { id: record?.id, asset, amount }),
  });
  if (error) return <Alert type="error" content={error.message} />;
  return data ? <PreviewText preview={data} /> : null;
}

function PreviewText({ preview }: { readonly preview: Preview }) {
  const t = useWords();
  const localize = useSay();
  const { number } = useFormat();
  const { amount, held, debt, allowed } = preview;
  const reported = {
    asset: localize(assets[preview.asset]),
    before: number(preview.balanceBefore),
    after: number(preview.balance),
    available: number(preview.available),
    change: `${amount > 0 ? '+' : ''}${number(amount)}`,
  };
  if (!allowed) return <Alert type="error" content={t('resource.balance.most', reported)} />;
  const more = [
    ...(held > 0 ? [t('resource.balance.held', { held: number(held) })] : []),
    ...(debt > 0 ? [t('resource.balance.debt', { debt: number(debt) })] : []),
  ];
  return <Alert type="info" content={[t('resource.balance.after', reported), ...more].join(' · ')} />;
}

/** The effect on a user's balance or on the rewards of their invites is shown before the confirmation. */
export const slots: Slots = {
  request: { adjustBalance: BalancePreview, ban: ReclaimPreview },
  placed: ['previewBalance', 'previewReclaim'],
};
