import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTable } from './table.ts';
import { widthOf } from './width.ts';

describe('renderTable', () => {
  it('aligns columns by what they take on the screen', () => {
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

  it('colours a cell by its tone, and neither its padding nor what it takes on the screen', () => {
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

  it('keeps every line within the terminal while columns may shrink', () => {
    const cell = fc.string({ unit: fc.constantFrom('大', 'a', '👍', ' ') });
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 24, max: 120 }), (given, limit) => {
        const lines = renderTable([{ title: 'a' }, { title: 'b' }, { title: 'c' }], given, limit)
          .trimEnd()
          .split('\n');
        return lines.every((line) => widthOf(line) <= limit);
      }),
    );
  });
});
