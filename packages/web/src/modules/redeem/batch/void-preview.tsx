import { getResourcePath, redeemBatch } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../app/i18n/index.ts';
import { useCalls, useWords } from '../../../fields/index.ts';
import type { ConfirmationSlotProps } from '../../../resource/slots.ts';
import { Alert } from '../../../ui/index.ts';
import { Loading } from '../../../ui/parts/index.ts';
import { useWorth } from './worth.tsx';

interface Figures {
  readonly unused: number;
  readonly partlyUsed: number;
  readonly redemptions: number;
  /** Redemptions that its codes still allow. */
  readonly usesLeft: number;
}

/** How many codes would become void and what they are worth; what was redeemed stays. */
export function VoidPreview({ record }: ConfirmationSlotProps) {
  const t = useWords();
  const { number } = useFormat();
  const calls = useCalls();
  const worthOf = useWorth();
  const { data, error } = useQuery({
    queryKey: ['redeem-batch-figures', record?.id, record?.version],
    enabled: record !== null,
    retry: false,
    staleTime: 0,
    queryFn: () => calls.call<Figures>(getResourcePath(redeemBatch.name, 'figures'), { id: record?.id }),
  });
  if (record === null) return null;
  if (error) return <Alert type="error" content={error.message} />;
  if (!data) return <Loading />;
  const count = data.unused + data.partlyUsed;
  const used = number(data.redemptions);
  if (count === 0) return <Alert type="info" content={t('resource.redeem.nothingLeft', { used })} />;
  const reported = { count: number(count), used, worth: worthOf(record, data.usesLeft) };
  return <Alert type="warning" content={t('resource.redeem.willVoid', reported)} />;
}
