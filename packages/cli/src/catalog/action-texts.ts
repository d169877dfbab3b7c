import { fillText, formatNumber, type Locale, type LocalizedText, type Values } from '@gantry/core';

/** Confirmations that need a sentence of their own, with `{target}`, `{amount}` and its `{asset}`. */
export const questions: Readonly<Record<string, LocalizedText>> = {
  'user.adjustBalance': {
    zh: '将 {target} 的{asset}调整 {amount}？',
    en: 'Adjust the balance of {target} by {amount} {asset}?',
  },
  'order.refund': { zh: '为订单 {target} 退款 {amount}？', en: 'Refund {amount} of order {target}?' },
};

const words = {
  codes: { zh: '{count} 张兑换码，每张可用 {uses} 次', en: '{count} redeem codes, {uses} uses each' },
  once: { zh: '{count} 张兑换码', en: 'Redeem codes: {count}' },
  coin: { zh: '货币合计：{each} × {count} = {total}', en: 'Total coins: {each} × {count} = {total}' },
  compute: { zh: '算力合计：{each} × {count} = {total}', en: 'Total compute: {each} × {count} = {total}' },
} as const;

const toNumber = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

/** The number of codes in a batch, and their total value. */
function describeGeneration(params: Values, locale: Locale): string[] {
  const formatCount = (value: number) => formatNumber(value, locale);
  const count = toNumber(params.count, 1);
  const uses = params.mode === 'shared' ? toNumber(params.maxUses, 1) : 1;
  const all = count * uses;
  const assets = (['coin', 'compute'] as const).flatMap((asset) => {
    const each = toNumber(params[asset], 0);
    const isGiven = each > 0 && [asset, 'mixed'].includes(String(params.kind ?? 'coin'));
    return isGiven
      ? [
          fillText(
            words[asset],
            { each: formatCount(each), count: formatCount(all), total: formatCount(each * all) },
            locale,
          ),
        ]
      : [];
  });
  return [
    fillText(uses > 1 ? words.codes : words.once, { count: formatCount(count), uses: formatCount(uses) }, locale),
    ...assets,
  ];
}

/** Previews of actions that create many records, printed before the confirmation. */
export const generations: Readonly<Record<string, (params: Values, locale: Locale) => string[]>> = {
  'redeemBatch.generate': describeGeneration,
};
