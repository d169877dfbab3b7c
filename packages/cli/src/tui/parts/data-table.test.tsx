import fc from 'fast-check';
import { Box } from 'ink';
import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { createTestTui } from '../../../test/render-tui.tsx';
import { measureWidth } from '../../output/wrap-text.ts';
import { createKeyHub } from '../driver/key-hub.ts';
import { DataTable } from './data-table.tsx';
import { fitColumns, gap, sumWidths, widenColumns } from './fit-columns.ts';
import { TuiProvider } from './tui-context.ts';

const word = fc.string({
  unit: fc.constantFrom('a', 'Z', '7', '大', '模', '型', '违', '👍', 'é', '：', ' '),
  maxLength: 24,
});
const table = fc.integer({ min: 1, max: 6 }).chain((columns) =>
  fc.record({
    columns: fc.array(fc.record({ title: word, right: fc.boolean() }), { minLength: columns, maxLength: columns }),
    rows: fc.array(
      fc.array(
        word.map((text) => ({ text })),
        { minLength: columns, maxLength: columns },
      ),
      { maxLength: 5 },
    ),
  }),
);

describe('fitColumns and widenColumns', () => {
  it('fit the columns into any width and keep their order', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 120 }), ({ columns, rows }, width) => {
        const fitted = fitColumns(columns, rows, width);
        expect(fitted.length).toBeGreaterThan(0);
        expect(sumWidths(fitted)).toBeLessThanOrEqual(width);
        const indexes = fitted.map((column) => column.index);
        expect(indexes).toEqual([...indexes].sort((one, other) => one - other));
      }),
      { numRuns: 300 },
    );
  });

  it('drop the columns with the lowest priority first', () => {
    const columns = [
      { title: 'aaaaaa', min: 6, priority: 1 },
      { title: 'bbbbbb', min: 6, priority: 3 },
      { title: 'cccccc', min: 6, priority: 2 },
    ];
    expect(fitColumns(columns, [], 14).map((column) => column.index)).toEqual([1, 2]);
    expect(fitColumns(columns, [], 8).map((column) => column.index)).toEqual([1]);
  });

  it('give the remaining width to truncated columns, first to those that lack the least', () => {
    const columns = [
      { title: 'Long', min: 4 },
      { title: 'Short', min: 4 },
    ];
    const fitted = fitColumns(columns, [], 40);
    expect(widenColumns(fitted, [90, 9], 40).map(({ width }) => width)).toEqual([29, 9]);
    expect(widenColumns(fitted, [3, 3], 40)).toEqual(fitted);
    expect(widenColumns(fitted, [90, 90], 11)).toEqual(fitted);
  });

  it('give the width of dropped columns to the remaining ones', () => {
    const columns = [
      { title: 'Metric', min: 12, priority: 9 },
      { title: 'Value', min: 40 },
      { title: 'Change', min: 40 },
    ];
    const rows = [['Coins outstanding', '152,697', '-100.0%'].map((text) => ({ text }))];
    expect(fitColumns(columns, rows, 36).map(({ width }) => width)).toEqual([17, 7, 7]);
    expect(fitColumns(columns, rows, 29).map(({ width }) => width)).toEqual([17, 7]);
  });
});

describe('DataTable', () => {
  it('is never wider than its box and has one line for each row, at every width', async () => {
    const tui = await createTestTui(createKeyHub());
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 98 }), ({ columns, rows }, width) => {
        const shown = render(
          <TuiProvider value={tui}>
            <Box width={width}>
              <DataTable columns={columns} rows={rows} width={width} />
            </Box>
          </TuiProvider>,
        );
        const lines = (shown.lastFrame() ?? '').split('\n').filter((line) => line !== '');
        shown.unmount();
        for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.length).toBeLessThanOrEqual(rows.length + 1);
      }),
      { numRuns: 60 },
    );
  });

  it('aligns Chinese cells with their title', async () => {
    const tui = await createTestTui(createKeyHub());
    const columns = [{ title: '名称' }, { title: '数值', right: true }, { title: 'x' }];
    const rows = [
      [{ text: '违禁词' }, { text: '1' }, { text: 'y' }],
      [{ text: 'ab' }, { text: '12,345' }, { text: 'z' }],
    ];
    const shown = render(
      <TuiProvider value={tui}>
        <DataTable columns={columns} rows={rows} width={40} />
      </TuiProvider>,
    );
    const lines = (shown.lastFrame() ?? '').split('\n');
    shown.unmount();
    expect(lines).toHaveLength(3);
    const getColumn = (line: string, text: string) => measureWidth(line.slice(0, line.indexOf(text)));
    expect(getColumn(lines[1] ?? '', 'y')).toBe(6 + gap + 6 + gap);
    expect(getColumn(lines[2] ?? '', 'z')).toBe(6 + gap + 6 + gap);
    expect(getColumn(lines[0] ?? '', '数值')).toBe(6 + gap + 2);
  });
});
