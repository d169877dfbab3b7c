import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderPairs } from './pairs.ts';
import { renderTable } from './table.ts';
import { measureWidth } from './wrap-text.ts';

describe('renderTable', () => {
  it('aligns columns by their width on the screen', () => {
    const table = renderTable(
      [{ title: '违禁词' }, { title: 'Hits', right: true }],
      [
        ['加微信', '7'],
        ['spam', '1234'],
      ],
      80,
    );
    expect(table).toBe('违禁词  Hits\n加微信     7\nspam    1234\n');
  });

  it('colors a cell by its tone without its padding, and keeps its width', () => {
    const columns = [{ title: 'Status' }, { title: 'N', right: true }];
    const table = renderTable(
      columns,
      [
        ['ok', '7'],
        ['a b', '12'],
      ],
      80,
      (row, at) => (row === at ? 'bad' : null),
    );
    expect(table).toBe('Status   N\n\u001b[31mok\u001b[39m       7\na b     \u001b[31m12\u001b[39m\n');
  });

  it('cuts times, order numbers and amounts last', () => {
    const columns = [{ title: 'No', full: true }, { title: 'Who' }, { title: 'Paid', right: true }];
    const [, row = ''] = renderTable(columns, [['O2611221713', 'somebody-with-a-name', '¥1,200.00']], 36).split('\n');
    expect(row).toBe('O2611221713  somebody-wi…  ¥1,200.00');
  });

  it('keeps every line within the terminal while columns can shrink', () => {
    const cell = fc.string({ unit: fc.constantFrom('大', 'a', '👍', ' ') });
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 24, max: 120 }), (given, limit) => {
        const lines = renderTable([{ title: 'a' }, { title: 'b' }, { title: 'c' }], given, limit)
          .trimEnd()
          .split('\n');
        return lines.every((line) => measureWidth(line) <= limit);
      }),
    );
  });
});

it('prints names and values in two columns, and continues a long value below itself', () => {
  const pairs = [
    { name: '状态', value: 'ok', tone: 'good' as const },
    { name: 'Note', value: 'one two three four' },
  ];
  expect(renderPairs(pairs, false, 18)).toBe('状态  ok\nNote  one two\n      three four\n');
  expect(renderPairs(pairs.slice(0, 1), true, 18)).toBe('\u001b[2m状态\u001b[22m  \u001b[32mok\u001b[39m\n');
});
