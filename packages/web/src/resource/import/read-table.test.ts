import { bannedWord } from '@gantry/core';
import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);

test('reads a CSV that a spreadsheet saved, including the rows with unreadable values', async () => {
  const table = await readTable(file('a.csv', '\uFEFF违禁词;level\r\n赌博;2\r\nshort\r\n'), bannedWord);
  expect(table).toEqual({
    headings: ['违禁词', 'level'],
    headed: true,
    rows: [{ line: 2, cells: ['赌博', '2'] }],
    bad: [
      {
        line: 3,
        cells: ['short'],
        problem: expect.objectContaining({ en: 'The row has fewer cells than the header' }),
      },
    ],
    encoding: 'UTF-8',
    format: 'csv',
    isTyped: false,
    notes: [],
  });
});

test('reads the first row as data when the table has no header, unless the user marks it as one', async () => {
  const given = file('a.csv', '赌博,2\n博彩,2\n');
  const table = await readTable(given, bannedWord);
  expect([table.headed, table.headings, table.rows.length]).toEqual([false, ['1', '2'], 2]);
  const headed = await readTable(given, bannedWord, { isHeaded: true });
  expect([headed.headings, headed.rows]).toEqual([['赌博', '2'], [{ line: 2, cells: ['博彩', '2'] }]]);
});

test.each([
  ['an array', 'a.json', '[{"word":"a","actions":["x,y"]},{"word":"b"}]'],
  ['an object a line', 'a.ndjson', '{"word":"a","actions":["x,y"]}\n\n{"word":"b"}\n'],
  ['YAML', 'a.yaml', '- word: a\n  actions: ["x,y"]\n- word: b\n'],
])('keeps the types of values of %s', async (_name, name, content) => {
  const { rows, headings, isTyped } = await readTable(file(name, content), bannedWord);
  expect([headings, isTyped]).toEqual([['word', 'actions'], true]);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['a', ['x,y']],
    ['b', undefined],
  ]);
});

/** A workbook whose first sheet is hidden; the second has a text that looks like a formula, an omitted row and a number. */
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

test('reads the first visible sheet of a workbook', async () => {
  const bytes = Uint8Array.from(atob(workbook), (sign) => sign.charCodeAt(0));
  const table = await readTable(file('a.csv', bytes), bannedWord, { isHeaded: true });
  expect(table).toMatchObject({
    headings: ['短语', 'level'],
    rows: [{ line: 3, cells: ['=1+1', '2'] }],
    encoding: null,
    format: 'xlsx',
  });
  await expect(readTable(file('a.xlsx', bytes.slice(0, 400)), bannedWord)).rejects.toThrow('damaged');
  // Corrupts the checksum of the last entry in the central directory, so that the unpacked data does not match it.
  await expect(readTable(file('a.xlsx', bytes.with(692 + 16, 0)), bannedWord)).rejects.toThrow('damaged');
});
