import { wallet } from '@gantry/core';
import { useFormat, useSay } from '../../../app/i18n/index.ts';
import { useWords } from '../../../fields/index.ts';
import type { ConfirmationSlotProps } from '../../../resource/slots.ts';

const { options: assets } = wallet.fields.asset;

/** What one redemption gives; a plan alone has no points. */
export interface Given {
  readonly coin?: unknown;
  readonly power?: unknown;
  readonly vipPlanId?: unknown;
}

/** Says what so many redemptions are worth, asset by asset. */
export function useWorth(): (given: Given, times: number) => string {
  const t = useWords();
  const localize = useSay();
  const { list, number } = useFormat();
  return (given, times) => {
    const points = (['coin', 'power'] as const).flatMap((asset) => {
      const each = Number(given[asset] ?? 0);
      return each > 0 ? [`${localize(assets[asset])} ${number(each * times)}`] : [];
    });
    const plans = given.vipPlanId ? [`${t('resource.redeem.plan')} × ${number(times)}`] : [];
    return list([...points, ...plans]);
  };
}

/** How often the codes can be redeemed in all, and what that comes to. */
export function WorthOfBatch({ values }: ConfirmationSlotProps) {
  const t = useWords();
  const { number } = useFormat();
  const worthOf = useWorth();
  const uses = Number(values.count ?? 1) * (values.mode === 'shared' ? Number(values.maxUses ?? 1) : 1);
  const worth = worthOf(values, uses);
  if (worth === '' || !Number.isSafeInteger(uses)) return null;
  return <output className="hint">{t('resource.redeem.sum', { uses: number(uses), worth })}</output>;
}
