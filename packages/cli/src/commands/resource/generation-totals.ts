import { formatNumber, localize } from '@gantry/core';
import type { Context } from '../../context/context.ts';

const words = {
  codes: { zh: '{count} 张兑换码，每张可用 {uses} 次', en: '{count} redeem codes, {uses} uses each' },
  once: { zh: '{count} 张兑换码', en: 'Redeem codes: {count}' },
  coin: { zh: '货币合计：{each} × {count} = {total}', en: 'Total coins: {each} × {count} = {total}' },
  power: { zh: '算力合计：{each} × {count} = {total}', en: 'Total compute: {each} × {count} = {total}' },
} as const;

const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

/** How many codes a batch has, and what all of them come to when each is used up. */
export function describeGeneration(params: Readonly<Record<string, unknown>>, { locale }: Context): string[] {
  const shown = (value: number) => formatNumber(value, locale);
  const fill = (text: (typeof words)[keyof typeof words], values: Readonly<Record<string, number>>) =>
    localize(text, locale).replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? 0));
  const count = numberOf(params.count, 1);
  const uses = params.mode === 'shared' ? numberOf(params.maxUses, 1) : 1;
  const all = count * uses;
  const assets = (['coin', 'power'] as const).flatMap((asset) => {
    const each = numberOf(params[asset], 0);
    const isGiven = each > 0 && [asset, 'mixed'].includes(String(params.kind ?? 'coin'));
    return isGiven ? [fill(words[asset], { each, count: all, total: each * all })] : [];
  });
  return [fill(uses > 1 ? words.codes : words.once, { count, uses }), ...assets];
}
