import { expect, test } from 'vitest';
import { addSums, computeSums, formatResultSums } from './format-result.ts';
import { integer, money } from './kinds/integer.ts';

const output = {
  agents: integer({ zh: '代理数', en: 'Regional agents' }),
  incomes: integer({ zh: '收入笔数', en: 'Income entries' }, { summed: true }),
  total: money({ zh: '合计', en: 'Total' }, { summed: true }),
};

test('computeSums, addSums and formatResultSums total the summed output fields of many responses', () => {
  const first = computeSums([{ agents: 1, incomes: 2, total: 150 }, null, { incomes: 1, total: -50 }], output);
  expect(first).toEqual({ incomes: 3, total: 100 });
  const both = addSums(addSums(undefined, first), { total: 5 });
  expect(both).toEqual({ incomes: 3, total: 105 });
  const context = { locale: 'en-US', timeZone: 'UTC' } as const;
  expect(formatResultSums(both, output, context)).toBe('Income entries 3, Total ¥1.05');
  expect([computeSums([{ agents: 1 }], { agents: output.agents }), formatResultSums({}, output, context)]).toEqual([
    {},
    '',
  ]);
});
