import { type LocalizedText, wallet } from '@gantry/core';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import type { CellProps } from '../../fields/index.ts';
import type { Slots } from '../../resource/slots.ts';
import { ReversalPreview } from './reversal-preview.tsx';

interface Grant {
  readonly asset: string;
  readonly amount: number;
}

const names: Readonly<Record<string, LocalizedText>> = {
  ...wallet.fields.asset.options,
  vip: { zh: '会员', en: 'Membership' },
};

/** What came in, in words: so many of which asset, and whether a membership came with it. */
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

/** What one would lose stands there before it is confirmed. */
export const slots: Slots = {
  reads: ['userId'],
  cell: { grants: GrantsCell },
  request: { reverse: ReversalPreview },
  placed: ['reversePreview'],
};
