import { useFormat } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { Alert } from '../../ui/index.ts';

export interface RefundPart {
  readonly asset: 'coin' | 'compute' | 'quota' | 'days';
  readonly granted: number;
  readonly toReclaim: number;
  readonly reclaimable: number;
  readonly shortfall: number;
}

interface Outcome {
  /** In fen. */
  readonly amount: number;
  readonly hasShortfall: boolean;
  readonly withoutShortfall: number;
  readonly parts: readonly RefundPart[];
}

interface RefundEndProps {
  readonly requested: Outcome;
  /** What it comes to under the terms: less, pro rata. */
  readonly ends: Outcome;
  /** How a shortfall is dealt with. */
  readonly terms: unknown;
  /** Who gets the money. */
  readonly user: string;
}

/** What a confirmation does, in one sentence: how much to whom, what is taken back, and what stays owed. */
export function RefundEnd({ requested, ends, terms, user }: RefundEndProps) {
  const t = useWords();
  const { money, number, list: joined } = useFormat();
  const list = (parts: readonly RefundPart[], of: 'reclaimable' | 'shortfall') => {
    const reported = parts.filter((part) => part[of] > 0);
    const words = reported.map((part) =>
      t('resource.order.part', { asset: t(`resource.order.${part.asset}`), count: number(part[of]) }),
    );
    return joined(words);
  };
  if (requested.hasShortfall && terms === 'prorate' && requested.withoutShortfall === 0)
    return <Alert type="warning" content={t('resource.order.allSpent')} />;
  if (requested.hasShortfall && terms !== 'prorate' && terms !== 'negative') {
    const amount = money(requested.withoutShortfall);
    return <Alert type="warning" content={t('resource.order.shortfall', { amount })} />;
  }
  const back = list(ends.parts, 'reclaimable');
  const reported = { back, user, amount: money(ends.amount) };
  // Days of a membership and its quota are never owed.
  const debt = list(
    ends.parts.filter(({ asset }) => asset !== 'days' && asset !== 'quota'),
    'shortfall',
  );
  const goes = t(back === '' ? 'resource.order.returnedOnly' : 'resource.order.goesBack', reported);
  const owes = debt === '' ? '' : ` ${t('resource.order.owes', { user, debt })}`;
  return <Alert type={ends.hasShortfall ? 'warning' : 'success'} content={`${goes}${owes}`} />;
}
