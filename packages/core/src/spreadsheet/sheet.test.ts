import { expect, it } from 'vitest';
import { createBookReader, formatNumber, getNumberKind } from './book-reader.ts';
import { createRowReader } from './read-sheet.ts';
import { SpreadsheetError } from './sheet-refused.ts';
import { createXmlScanner, type XmlListener } from './xml-scanner.ts';

const strings = `<sst xmlns:x="u"><si><t>词</t></si><si><r><t xml:space="preserve">two </t></r><r><t>parts</t></r>
<rPh sb="0" eb="1"><t>spoken</t></rPh></si><si><t>a&lt;b &amp;#x41; _x0007_&#x4E2D;</t></si></sst>`;
const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
const sheet = `<?xml version="1.0"?><!-- <row> --><x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row>
<x:row r="3"><x:c r="A3" t="s"><x:v>1</x:v></x:c><x:c r="C3" t="s"><x:v>2</x:v></x:c><x:c r="D3" t="s"/><x:c r="E3" t="b"><x:v/></x:c><x:c r="XFD3" s="3"/></x:row><x:row r="4"/>
<x:row><x:c t="inlineStr"><x:is><x:t>=1+1</x:t></x:is></x:c><x:c><x:f a=">">A1*2</x:f><x:v>12.299999999999999</x:v></x:c><x:c t="b"><x:v>1</x:v></x:c>
<x:c s="1"><x:v>46048.333333333336</x:v></x:c><x:c s="3"><x:v>46048</x:v></x:c><x:c s="2"><x:v>0.125</x:v></x:c></x:row></x:sheetData></x:worksheet>`;

function scan(text: string, size: number, listener: XmlListener): void {
  const write = createXmlScanner(listener);
  for (let at = 0; at < text.length; at += size) write(text.slice(at, at + size));
}

it.each([1, 7, 4096])('readSheet reads cells in pieces of %i characters as a user would type them', (size) => {
  const book = createBookReader();
  scan(strings, size, book.strings);
  scan(styles, size, book.styles);
  const rows = createRowReader(book);
  scan(sheet, size, rows.listener);
  expect(rows.isComplete()).toBe(true);
  expect(rows.taken()).toEqual([
    { line: 1, cells: ['词'] },
    { line: 3, cells: ['two parts', '', 'a<b &#x41; \u0007中'] },
    { line: 5, cells: ['=1+1', '12.3', 'true', '2026-01-26 08:00:00', '2026-01-26', '12.5%'] },
  ]);
});

it.each([
  ['a shared text that is not there', '<c t="s"><v>3</v></c>', 'damaged'],
  ['a shared text that is none', '<c t="s"><v>-1</v></c>', 'damaged'],
  ['a formula that was not worked out', '<c><f>A1*2</f><v/></c>', 'formula'],
  ['a formula of a number without a value', '<c t="n"><f>A1*2</f></c>', 'formula'],
  ['a cell that came to an error', '<c r="C7" t="e"><f>VLOOKUP(A1,B:C,2,0)</f><v>#N/A</v></c>', 'error', 'C7 #N/A'],
])('rejects %s', (_name, cell, why, ...where) => {
  const rows = createRowReader(createBookReader());
  const read = (cells: string) => scan(`<worksheet><row>${cells}</row></worksheet>`, 4096, rows.listener);
  expect(() => read(cell)).toThrow(new SpreadsheetError(why as 'damaged', ...where).message);
});

it('decodes the escapes of spreadsheets, and leaves similar text unchanged', () => {
  const rows = createRowReader(createBookReader());
  const text = 'a_x000D_b_x000d_c_X000D_d_x005F_x000D_e_x00G0_';
  scan(`<worksheet><row><c t="inlineStr"><is><t>${text}</t></is></c></row></worksheet>`, 4096, rows.listener);
  expect(rows.taken()).toEqual([{ line: 1, cells: ['a\rb\rc_X000D_d_x000D_e_x00G0_'] }]);
});

it('reads a formula with an empty text result as an empty cell', () => {
  const rows = createRowReader(createBookReader());
  scan('<worksheet><row><c t="str"><f>""</f><v></v></c><c><v>7</v></c></row></worksheet>', 4096, rows.listener);
  expect(rows.taken()).toEqual([{ line: 1, cells: ['', '7'] }]);
});

it('rejects document types and custom entities', () => {
  const seen: string[] = [];
  const listener: XmlListener = { open: () => undefined, close: () => undefined, text: (text) => seen.push(text) };
  const doctype = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>';
  expect(() => scan(doctype, 4096, listener)).toThrow(SpreadsheetError);
  expect(() => scan('<x>&e;</x>', 4096, listener)).toThrow(SpreadsheetError);
  scan('<x>&#x1F600;&amp;<![CDATA[&amp;]]></x>', 3, listener);
  expect(seen.join('')).toBe('😀&&amp;');
});

it('rejects a tag without an end', () => {
  const write = createXmlScanner({ open: () => undefined, close: () => undefined, text: () => undefined });
  expect(() => {
    for (let piece = 0; piece < 100; piece += 1) write(`<${'a'.repeat(65_536)}`);
  }).toThrow(SpreadsheetError);
});

it.each([
  [0, null, 'plain'],
  [14, null, 'day'],
  [22, null, 'clock'],
  [9, null, 'percent'],
  [164, 'General" days"', 'plain'],
  [164, '[$-804]yyyy"年"m"月"d"日"', 'day'],
  [164, '[h]:mm', 'clock'],
  [164, '0.0%', 'percent'],
  [164, '[Red]#,##0.00', 'plain'],
] as const)('takes format %i %j for %s', (id, code, kind) => {
  expect(getNumberKind(id, code)).toBe(kind);
});

it.each([
  ['1', 'plain', '1'],
  ['0.1', 'plain', '0.1'],
  ['1.1000000000000001', 'plain', '1.1'],
  ['x', 'plain', 'x'],
  ['60.5', 'clock', '1900-02-28 12:00:00'],
  ['46048.99999', 'day', '2026-01-26 23:59:59'],
] as const)('types %s, %s, as %s', (raw, kind, typed) => {
  expect(formatNumber(raw, kind, false)).toBe(typed);
});

it.each([
  ['000000', '42', '000042'],
  ['"A-"0000', '7', 'A-0007'],
  ['"A-"0000', '12345', 'A-12345'],
  ['000-0000', '1234567', '123-4567'],
  ['0000', '7.5', '7.5'],
  ['0" pcs"', '7', '7'],
  ['"¥"0', '7', '7'],
  ['#,##0', '1234', '1234'],
])('formats a number like a spreadsheet with the format %s: %s as %s', (code, raw, shown) => {
  expect(formatNumber(raw, getNumberKind(164, code), false)).toBe(shown);
});

it('rejects integers that lost digits in the spreadsheet, and names their cells', () => {
  const rows = createRowReader(createBookReader());
  const read = (value: string) =>
    scan(`<worksheet><row><c r="B7"><v>${value}</v></c></row></worksheet>`, 4096, rows.listener);
  expect(() => read('1.2345678901234601E19')).toThrow('B7: a whole number has more than 15 digits');
  expect(() => read('999999999999999')).not.toThrow();
});
