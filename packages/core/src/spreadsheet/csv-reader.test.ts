import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader } from './csv-reader.ts';
import { detectSeparator } from './separator.ts';

function read(text: string, separator?: string) {
  const reader = new CsvReader(separator);
  return [...reader.push(text), ...reader.end()];
}
const getCells = (text: string) => read(text).map((row) => row.cells);

test.each<[string, string, string[][]]>([
  [
    'plain rows',
    'a,b\nc,d\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a file without a last line break',
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a byte order mark', '\uFEFFa,b\n', [['a', 'b']]],
  ['all three line ends in one file', 'a\r\nb\rc\nd', [['a'], ['b'], ['c'], ['d']]],
  ['quotes around separators and breaks', '"a,b","c\nd"\n', [['a,b', 'c\nd']]],
  ['a CRLF kept inside quotes', '"a\r\nb",c\r\n', [['a\r\nb', 'c']]],
  ['doubled quotes', '"say ""hi""",x\n', [['say "hi"', 'x']]],
  ['a quote inside a bare cell', 'it"s,5\n', [['it"s', '5']]],
  ['empty cells at both ends', ',a,\n', [['', 'a', '']]],
  ['empty lines between rows', 'a\n\n\r\nb\n', [['a'], ['b']]],
  ['an empty quoted cell as the last', 'a,""', [['a', '']]],
  ['Chinese and characters beyond two bytes', '微信,𠮷\n', [['微信', '𠮷']]],
])('CsvReader reads %s', (_name, text, expected) => {
  expect(getCells(text)).toEqual(expected);
});

test('CsvReader reports the line of an unclosed quote, and of text after a closing quote', () => {
  expect(() => read('a,b\nx,"open\nc,d\n')).toThrow('line 2');
  const [first, second] = read('"a"b,c\n"a" ,c\n');
  expect(first?.problem?.en).toContain('after a closing quotation mark');
  expect(second).toEqual({ line: 2, cells: ['a', 'c'] });
});

test('CsvReader returns the line on which a row starts, also after line breaks in cells', () => {
  expect(read('a\r\n"b\nb"\r\n\r\nc\n').map((row) => row.line)).toEqual([1, 2, 5]);
});

test('CsvReader reads other separators', () => {
  expect(read('a\tb,c\n', '\t').map((row) => row.cells)).toEqual([['a', 'b,c']]);
});

test('CsvReader returns the written rows wherever the text is split', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '中', ' ') });
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 7 }), (rows, size) => {
      const text = rows.map((row) => `${row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\r\n`).join('');
      const reader = new CsvReader();
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...reader.push(text.slice(at, at + size)));
      found.push(...reader.end());
      const written = rows.filter((row) => row.some((one) => one.trim() !== ''));
      expect(found.map((row) => row.cells)).toEqual(written);
    }),
  );
});

test.each([
  ['word,match', ','],
  ['word\tmatch\tlevel', '\t'],
  ['word;match', ';'],
  ['"a,b";"c,d";e', ';'],
  ['word', ','],
])('detectSeparator detects the separator of %j', (heading, mark) => {
  expect(detectSeparator(heading)).toBe(mark);
});
