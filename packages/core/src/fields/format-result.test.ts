import { describe, expect, it } from 'vitest';
import { formatResult } from './format-result.ts';
import { boolean } from './kinds/boolean.ts';
import { choice } from './kinds/choice.ts';
import { integer } from './kinds/integer.ts';
import { json } from './kinds/kinds.ts';

const output = {
  ok: boolean({ zh: '通过', en: 'Passed' }),
  asset: choice({ zh: '资产', en: 'Asset' }, { coin: { zh: '货币', en: 'Coin' } }),
  ms: integer({ zh: '耗时', en: 'Took' }, { unit: { zh: '毫秒', en: 'ms' } }),
  items: json({ zh: '明细', en: 'Items' }),
};
const chinese = { locale: 'zh-CN', timeZone: 'Asia/Shanghai' } as const;

describe('formatResult', () => {
  it('uses labels and values in the locale of the reader', () => {
    expect(formatResult({ id: 7, ok: true, asset: 'coin', ms: 1200 }, output, chinese)).toEqual({
      编号: '7',
      通过: '是',
      资产: '货币',
      耗时: '1,200 毫秒',
    });
  });

  it('formats the items of lists and returns unknown values unchanged', () => {
    expect(formatResult({ items: [{ ms: 5, odd: 'x' }], more: [1] }, output, { ...chinese, locale: 'en-US' })).toEqual({
      Items: [{ Took: '5 ms', odd: 'x' }],
      more: [1],
    });
    expect(formatResult({ ms: null }, output, chinese)).toEqual({ 耗时: null });
    expect(formatResult({ ms: 5 }, undefined, chinese)).toEqual({ ms: 5 });
  });
});
