import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextPiece } from './layout-rows.ts';
import { createLayoutText } from './pdf-layout.ts';

/** Creates a piece whose letters are each half the font size wide. */
const at = (x: number, y: number, text: string, size = 10): TextPiece => ({
  text,
  x,
  y,
  size,
  width: text.length * size * 0.5,
});
const page = (...pieces: readonly TextPiece[]) => createLayoutText([{ width: 600, height: 800, pieces }]).pages[0];

describe('createLayoutText', () => {
  it('detects headings by size and paragraphs by line distance', () => {
    const text = page(
      at(50, 700, 'The guide', 20),
      at(50, 660, 'First part', 14),
      at(50, 640, 'A sentence that goes on in the next'),
      at(50, 628, 'line, with a cut-'),
      at(50, 616, 'ting word.'),
      at(50, 580, 'Another paragraph.'),
    );
    expect(text).toBe(
      '# The guide\n\n## First part\n\nA sentence that goes on in the next line, with a cutting word.\n\nAnother paragraph.',
    );
  });

  it('joins Chinese lines without a space and keeps list items separate', () => {
    const text = page(
      at(50, 700, '退款在七天内'),
      at(50, 688, '原路退回。'),
      at(50, 676, '• 第一'),
      at(50, 664, '• 第二'),
      at(50, 652, '1. 第三'),
    );
    expect(text).toBe('退款在七天内原路退回。\n\n- 第一\n\n- 第二\n\n1. 第三');
  });

  it('reads text above two columns first, then one column after the other', () => {
    const left = Array.from({ length: 5 }, (_, n) => at(50, 600 - n * 12, `left ${n} ${'word '.repeat(7)}end`));
    const right = Array.from({ length: 5 }, (_, n) => at(320, 600 - n * 12, `right ${n} ${'word '.repeat(7)}end`));
    const text = page(
      at(50, 640, 'A title over both of the columns of this page, as wide as the page is', 16),
      ...left,
      ...right,
    );
    const positions = ['A title', 'left 0', 'left 4', 'right 0', 'right 4'].map((words) => (text ?? '').indexOf(words));
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
    expect(positions).not.toContain(-1);
    expect(text).not.toContain('|');
  });

  it('keeps a table with right-aligned numbers together', () => {
    const rows = [
      ['Plan', 'Days', 'Price'],
      ['Month', '30', '9.90'],
      ['A year|long', '365', '99.00'],
    ];
    const pieces = rows.flatMap(([name = '', days = '', cost = ''], n) => {
      const y = 600 - n * 14;
      return [at(50, y, name), at(200, y, days), { ...at(0, y, cost), x: 400 - cost.length * 5 }];
    });
    expect(page(at(50, 640, 'What it costs:'), ...pieces, at(50, 540, 'The end.'))).toBe(
      'What it costs:\n\n| Plan | Days | Price |\n|---|---|---|\n| Month | 30 | 9.90 |\n| A year\\|long | 365 | 99.00 |\n\nThe end.',
    );
  });

  it('keeps a table together below two columns whose gutter runs between its cells', () => {
    const words = 'word '.repeat(8);
    const lines = Array.from({ length: 5 }, (_, n) => [at(50, 600 - n * 12, words), at(320, 600 - n * 12, words)]);
    const cells = [500, 486].map((y) => [at(50, y, 'Plan'), at(180, y, 'Days'), at(400, y, 'Price')]);
    expect(page(...lines.flat(), ...cells.flat())).toMatch(
      /\| Plan \| Days \| Price \|\n\|---\|---\|---\|\n\| Plan \| Days \| Price \|$/,
    );
  });

  it('keeps every letter at any position', () => {
    const piece = fc.record({
      x: fc.integer({ min: 0, max: 550 }),
      y: fc.integer({ min: 0, max: 800 }),
      text: fc.stringMatching(/^[a-z]{1,8}$/),
      size: fc.constantFrom(8, 10, 12, 20),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (given) => {
        const pieces = given.map(({ x, y, text, size }) => at(x, y, text, size));
        const letters = (text: string) => [...text.replace(/[^a-z]/g, '')].sort().join('');
        expect(letters(page(...pieces) ?? '')).toBe(letters(given.map(({ text }) => text).join('')));
      }),
    );
  });

  it('omits running heads, page numbers and contents lines and sets isShortened', () => {
    const pages = ['Refunds take seven days.', 'Invoices come by email.', 'Plans are billed monthly.'].map(
      (text, no) => ({
        width: 600,
        height: 800,
        pieces: [at(50, 770, `Handbook, edition ${no + 1}`), at(50, 600, text), at(290, 30, `- ${no + 1} -`)],
      }),
    );
    const contents = ['Refunds', 'Invoices', 'Plans'].map((title, no) =>
      at(50, 560 - no * 14, `${title} ........ ${no + 1}`),
    );
    const [first, ...rest] = pages;
    const listed = {
      width: 600,
      height: 800,
      pieces: [...(first?.pieces ?? []), at(50, 580, 'Contents'), ...contents],
    };
    expect(createLayoutText([listed, ...rest])).toEqual({
      pages: ['Refunds take seven days.', 'Invoices come by email.', 'Plans are billed monthly.'],
      isShortened: true,
    });
  });

  it('keeps text at the edge of a single page', () => {
    expect(page(at(50, 770, 'Notice of 2026'), at(50, 600, 'Closed on Monday.'))).toBe(
      'Notice of 2026\n\nClosed on Monday.',
    );
  });

  it('detects numbered headings', () => {
    expect(page(at(50, 700, '1.2 Refund rules'), at(50, 670, 'Within seven days.'))).toBe(
      '## 1.2 Refund rules\n\nWithin seven days.',
    );
  });
});
