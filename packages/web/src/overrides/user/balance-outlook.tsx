import { resourcePath, user } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useCalls, useWords } from '../../fields/index.ts';
import { useFormat, useSay } from '../../i18n/index.ts';
import type { AskingSlotProps } from '../../resource/slots.ts';
import { Alert } from '../../ui/index.ts';

const { options: assets } = user.actions.previewBalance.output.asset;

interface Outlook {
  readonly asset: keyof typeof assets;
  readonly amount: number;
  readonly balanceBefore: number;
  readonly balance: number;
  readonly held: number;
  readonly debt: number;
  readonly available: number;
  readonly allowed: boolean;
}

/** A balance before and after the adjustment that is typed, or how much of it can be taken. */
export function BalanceOutlook({ record, values }: AskingSlotProps) {
  const calls = useCalls();
  const { asset, amount } = values;
  const { data, error } = useQuery({
    queryKey: ['user-preview-balance', record?.id, asset, amount],
    enabled: record !== null && typeof asset === 'string' && typeof amount === 'number' && amount !== 0,
    retry: false,
    staleTime: 0,
    queryFn: () => calls.call<Outlook>(resourcePath(user.name, 'previewBalance'), { id: record?.id, asset, amount }),
  });
  if (error) return <Alert type="error" content={error.message} />;
  return data ? <Told outlook={data} /> : null;
}

function Told({ outlook }: { readonly outlook: Outlook }) {
  const t = useWords();
  const say = useSay();
  const { number } = useFormat();
  const { amount, held, debt, allowed } = outlook;
  const told = {
    asset: say(assets[outlook.asset]),
    before: number(outlook.balanceBefore),
    after: number(outlook.balance),
    available: number(outlook.available),
    change: `${amount > 0 ? '+' : ''}${number(amount)}`,
  };
  if (!allowed) return <Alert type="error" content={t('resource.balance.most', told)} />;
  const more = [
    ...(held > 0 ? [t('resource.balance.held', { held: number(held) })] : []),
    ...(debt > 0 ? [t('resource.balance.debt', { debt: number(debt) })] : []),
  ];
  return <Alert type="info" content={[t('resource.balance.after', told), ...more].join(' · ')} />;
}
