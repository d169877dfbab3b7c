import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureWidth } from '../../output/wrap-text.ts';
import { parseCells, renderChangedCells } from './frame-writer.ts';

const columns = 60;
const moveTo = (column: number) => `\u001b[1;${column + 1}H`;

/** A row of a terminal: each column holds a character with its colors. Overwriting half of a wide character removes it. */
function createTerminalRow() {
  const row: string[] = Array.from({ length: columns }, () => ' ');
  let [at, style] = [0, ''];
  const put = (character: string) => {
    const before = row[at] ?? '';
    if (before === '') row[at - 1] = ' ';
    const last = at + measureWidth(character) - 1;
    if (row[last + 1] === '') row[last + 1] = ' ';
    row[at] = character === ' ' && !style.startsWith('<48') ? character : style + character;
    if (last > at) row[last] = '';
    at = last + 1;
  };
  const write = (text: string) => {
    for (const [piece, codes, letter] of text.matchAll(/\u001b\[([\d;]*)([A-Za-z])|[^\u001b]/gu)) {
      if (letter === undefined) put(piece);
      else if (letter === 'H') at = Number(codes?.split(';')[1]) - 1;
      else if (letter === 'K') row.fill(' ', at);
      else if (letter === 'X') row.fill(' ', at, at + Number(codes));
      else if (letter === 'C') at += Number(codes);
      else style = codes === '' || codes === '0' ? '' : `<${(codes ?? '').replace(/^0;/, '')}>`;
    }
  };
  return { row, write };
}

const color = fc.constantFrom('31', '92', '1', '38;2;1;2;3', '48;5;9');
const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '模', '型', '│', '…', ' '.repeat(17)), { maxLength: 12 })
  .map((characters) => characters.join(''));
const line = fc
  .array(
    fc.tuple(fc.option(color), text).map(([code, text]) => (code ? `\u001b[${code}m${text}\u001b[0m` : text)),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => (parseCells(text)?.length ?? 0) <= columns);

const renderFull = (line: string) => {
  const { row, write } = createTerminalRow();
  write(
    (parseCells(line) ?? []).map(({ text, style }) => (style ? `\u001b[${style}m${text}\u001b[0m` : text)).join(''),
  );
  return row;
};

it('turns any shown line into the wanted line', () => {
  fc.assert(
    fc.property(line, line, (shown, wanted) => {
      const { row, write } = createTerminalRow();
      write(
        (parseCells(shown) ?? [])
          .map(({ text, style }) => (style ? `\u001b[${style}m${text}\u001b[0m` : text))
          .join(''),
      );
      write(renderChangedCells(shown, wanted, moveTo) ?? '');
      expect(row).toEqual(renderFull(wanted));
    }),
    { numRuns: 500 },
  );
});

it('writes only the columns that changed, with their colors', () => {
  const shown = '\u001b[36m#12\u001b[39m  \u001b[31m大模型\u001b[39m   of ten';
  expect(renderChangedCells(shown, shown.replace('模', '小'), moveTo)).toBe('\u001b[1;8H\u001b[31m小\u001b[m');
  expect(renderChangedCells('one two', 'one', moveTo)).toBe('\u001b[1;4H\u001b[K');
  const parts = `one two${' '.repeat(12)}three`;
  expect(renderChangedCells(parts, 'one', moveTo)).toBe('\u001b[1;4H\u001b[K');
});

it('does not change the style for spaces on which it is not visible', () => {
  const wanted = '\u001b[33mMask \u001b[39m  \u001b[31mBlock\u001b[39m';
  expect(renderChangedCells('', wanted, moveTo)).toBe('\u001b[1;1H\u001b[33mMask   \u001b[31mBlock\u001b[m');
});

it('returns null for lines whose width in columns is uncertain', () => {
  expect(renderChangedCells('a 👩‍👩‍👧', 'b 👩‍👩‍👧', moveTo)).toBeNull();
  expect(renderChangedCells('a\u001b]8;;x\u0007', 'b', moveTo)).toBeNull();
});
