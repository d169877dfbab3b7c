import { choice, text } from '@gantry/core';
import { expect, test } from 'vitest';
import { changeHeading, readTable, UnreadableFile } from './read-table.ts';

const fields = {
  phrase: text({ zh: '短语', en: 'Phrase' }, { required: true }),
  level: choice({ zh: '级别', en: 'Level' }, { low: { zh: '低', en: 'Low' } }),
};
const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);
const cells = async (given: File) => (await readTable(given, fields)).rows.map((row) => row.cells);

test('a CSV with a heading, saved by a spreadsheet', async () => {
  const table = await readTable(file('a.csv', '\uFEFF短语;级别\r\n赌博;低\r\n'), fields);
  expect(table).toEqual({
    headings: ['短语', '级别'],
    headed: true,
    rows: [{ line: 2, cells: ['赌博', '低'] }],
    encoding: 'UTF-8',
  });
});

test('a CSV without a heading gives its first row as data, and may be told otherwise', async () => {
  const table = await readTable(file('a.csv', '赌博,低\n博彩,低\n'), fields);
  expect([table.headed, table.headings, table.rows.length]).toEqual([false, ['1', '2'], 2]);
  const reported = changeHeading(table, true);
  expect([reported.headings, reported.rows]).toEqual([['赌博', '低'], [{ line: 2, cells: ['博彩', '低'] }]]);
  expect(changeHeading(reported, false)).toEqual(table);
});

test('a text file is one value a line, commas and all', async () => {
  expect(await cells(file('a.txt', '买,卖\r\n\r\n  枪支 \n'))).toEqual([['买,卖'], ['枪支']]);
});

test('a file in GB 18030 is read as such', async () => {
  const bytes = new Uint8Array([0xb6, 0xcc, 0xd3, 0xef, 0x0a, 0xb6, 0xc4, 0xb2, 0xa9, 0x0a]);
  const table = await readTable(file('a.csv', bytes), fields);
  expect([table.encoding, table.headings, table.rows[0]?.cells]).toEqual(['GB18030', ['短语'], ['赌博']]);
});

test.each([
  ['an array', 'a.json', '[{"phrase":"a","level":"low"},{"phrase":"b"}]'],
  ['an object a line', 'a.ndjson', '{"phrase":"a","level":"low"}\n\n{"phrase":"b"}\n'],
])('JSON as %s', async (_name, name, content) => {
  expect(await cells(file(name, content))).toEqual([
    ['a', 'low'],
    ['b', ''],
  ]);
});

const wide = (at: number) => `phrase\n${'a\n'.repeat(at)}`;

test('an encoding is judged by the full file', async () => {
  const late = file('a.csv', wide(40_000), new Uint8Array([0xb6, 0xc4, 0xb2, 0xa9, 0x0a]));
  const table = await readTable(late, fields);
  expect([table.encoding, table.rows.at(-1)?.cells]).toEqual(['GB18030', ['赌博']]);
});

test('a table with tabs in UTF-16 is read as a table, whatever its name ends in', async () => {
  const bytes = new Uint16Array([...'\uFEFFphrase\tlevel\r\n微信,一\t2\r\n'].map((sign) => sign.charCodeAt(0)));
  expect(await cells(file('a.txt', bytes))).toEqual([['微信,一', '2']]);
});

test('rows without any text are left out', async () => {
  expect(await cells(file('a.csv', 'phrase,level\r\na,\r\n,\r\n,\r\n'))).toEqual([['a', '']]);
});

test.each([
  ['a quote that is never closed', 'phrase,level\nx,"open\nb,c\n', 'line 2'],
  ['a row with more cells than the header', 'phrase,level\na,see rule 1, 2\n', 'line 2'],
  ['a column that occurs twice', 'phrase,level,phrase\na,b,c\n', 'phrase'],
  [
    'UTF-8 that was cut within a character',
    new Uint8Array([...new TextEncoder().encode('phrase\n甲乙丙')].slice(0, -1)),
    'cut off',
  ],
])('rejects %s', async (_name, content, reason) => {
  const read = readTable(file('a.csv', content), fields);
  await expect(read).rejects.toMatchObject({ reason: { en: expect.stringContaining(reason) } });
});

test('JSON that is none is refused with its reason', async () => {
  await expect(readTable(file('a.json', '[{]'), fields)).rejects.toThrow(UnreadableFile);
});

/** A workbook whose first sheet is hidden and whose second has a text that looks like a formula, a row left out, and a number. */
const workbook = [
  'UEsDBBQAAAAIAAAAIVwLqOe+RQAAAG8AAAAPAAAAeGwvd29ya2Jvb2sueG1ssynPL8pOys/PtrMpzkhNLSmG0gp5ibmptkoZ',
  'SgrFJYklIFZmSkpqnpJCkVVmiq1SkWeKoZI+qtpEJEkjkKQ+zER9uCUAUEsDBBQAAAAIAAAAIVxtVpmfQQAAAEMAAAAaAAAA',
  'eGwvX3JlbHMvd29ya2Jvb2sueG1sLnJlbHOzCbKzCUrNSSzJzM8rzsgsUPBMsVUq8kwxUlIISSxKTy2xVdKvyNEvzy/KLs5I',
  'TS0p1gdTRnoVuTlK+nY2+kF2AFBLAwQUAAAACAAAACFcI65pPCYAAAA1AAAAFAAAAHhsL3NoYXJlZFN0cmluZ3MueG1ssyku',
  'LrGzKc60symxez5/7Yv1a230gQL6IBGIqK2htiFCTB+kHgBQSwMEFAAAAAgAAAAhXItZWFl0AAAAzwAAABgAAAB4bC93b3Jr',
  'c2hlZXRzL3NoZWV0Mi54bWxdj9EJgDAMRFeRLhBrf2NAcQMnEAlYLAptqOvbqlTxK8ld8rjgsfs1LMxCeJVhkonQ70flW6UV',
  '4ZybTqtKWhXSHKlGiIQwP15/e3ZzduNRfNqxgVDIcWSHkMiQhXwACVzoptDNh65/dHOpTVFvBHzCwvvDCVBLAQIUAxQAAAAI',
  'AAAAIVwLqOe+RQAAAG8AAAAPAAAAAAAAAAAAAACAAQAAAAB4bC93b3JrYm9vay54bWxQSwECFAMUAAAACAAAACFcbVaZn0EA',
  'AABDAAAAGgAAAAAAAAAAAAAAgAFyAAAAeGwvX3JlbHMvd29ya2Jvb2sueG1sLnJlbHNQSwECFAMUAAAACAAAACFcI65pPCYA',
  'AAA1AAAAFAAAAAAAAAAAAAAAgAHrAAAAeGwvc2hhcmVkU3RyaW5ncy54bWxQSwECFAMUAAAACAAAACFci1lYWXQAAADPAAAA',
  'GAAAAAAAAAAAAAAAgAFDAQAAeGwvd29ya3NoZWV0cy9zaGVldDIueG1sUEsFBgAAAAAEAAQADQEAAO0BAAAAAA==',
].join('');

test('a workbook is told by its bytes and read by its first sheet that is shown', async () => {
  const bytes = Uint8Array.from(atob(workbook), (sign) => sign.charCodeAt(0));
  const table = await readTable(file('a.csv', bytes), fields);
  expect(table).toEqual({
    headings: ['短语', 'level'],
    headed: true,
    rows: [{ line: 3, cells: ['=1+1', '2'] }],
    encoding: 'UTF-8',
  });
  await expect(readTable(file('a.xlsx', bytes.slice(0, 400)), fields)).rejects.toThrow('damaged');
  // The sum of the last part, in the list at the end: what unpacks is another than was packed.
  const changed = bytes.with(692 + 16, 0);
  await expect(readTable(file('a.xlsx', changed), fields)).rejects.toThrow('damaged');
  const old = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]);
  await expect(readTable(file('a.xls', old), fields)).rejects.toThrow('old .xls');
});
