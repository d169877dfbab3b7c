import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureWidth } from '../../output/wrap-text.ts';
import { parseCells, renderChangedCells } from './frame-writer.ts';

const columns = 60;
const place = (column: number) => `\u001b[1;${column + 1}H`;

/** A row of a terminal: what stands in each column, as a sign with its colors; a wide sign that is half overwritten is gone. */
function terminalRow() {
  const row: string[] = Array.from({ length: columns }, () => ' ');
  let [at, style] = [0, ''];
  const put = (sign: string) => {
    const before = row[at] ?? '';
    if (before === '') row[at - 1] = ' ';
    const last = at + measureWidth(sign) - 1;
    if (row[last + 1] === '') row[last + 1] = ' ';
    row[at] = sign === ' ' && !style.startsWith('<48') ? sign : style + sign;
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
const words = fc
  .array(fc.constantFrom('a', 'b', ' ', '模', '型', '│', '…', ' '.repeat(17)), { maxLength: 12 })
  .map((signs) => signs.join(''));
const line = fc
  .array(
    fc.tuple(fc.option(color), words).map(([code, text]) => (code ? `\u001b[${code}m${text}\u001b[0m` : text)),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => (parseCells(text)?.length ?? 0) <= columns);

const full = (text: string) => {
  const { row, write } = terminalRow();
  write(
    (parseCells(text) ?? []).map(({ sign, style }) => (style ? `\u001b[${style}m${sign}\u001b[0m` : sign)).join(''),
  );
  return row;
};

it('leaves a terminal with the line that is wanted, whatever stood there', () => {
  fc.assert(
    fc.property(line, line, (shown, wanted) => {
      const { row, write } = terminalRow();
      write(
        (parseCells(shown) ?? [])
          .map(({ sign, style }) => (style ? `\u001b[${style}m${sign}\u001b[0m` : sign))
          .join(''),
      );
      write(renderChangedCells(shown, wanted, place) ?? '');
      expect(row).toEqual(full(wanted));
    }),
    { numRuns: 500 },
  );
});

it('writes the columns alone that changed, with the colors that they are in', () => {
  const shown = '\u001b[36m#12\u001b[39m  \u001b[31m大模型\u001b[39m   of ten';
  expect(renderChangedCells(shown, shown.replace('模', '小'), place)).toBe('\u001b[1;8H\u001b[31m小\u001b[m');
  expect(renderChangedCells('one two', 'one', place)).toBe('\u001b[1;4H\u001b[K');
  const parts = `one two${' '.repeat(12)}three`;
  expect(renderChangedCells(parts, 'one', place)).toBe('\u001b[1;4H\u001b[K');
});

it('changes no style for blanks that do not show it', () => {
  const wanted = '\u001b[33mMask \u001b[39m  \u001b[31mBlock\u001b[39m';
  expect(renderChangedCells('', wanted, place)).toBe('\u001b[1;1H\u001b[33mMask   \u001b[31mBlock\u001b[m');
});

it('leaves a line to be written as a whole where terminals disagree about its columns', () => {
  expect(renderChangedCells('a 👩‍👩‍👧', 'b 👩‍👩‍👧', place)).toBeNull();
  expect(renderChangedCells('a\u001b]8;;x\u0007', 'b', place)).toBeNull();
});
