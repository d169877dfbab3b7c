import { bannedWord } from '@gantry/core';
import { beforeAll, expect, it } from 'vitest';
import { type ReadText, readText } from '../../test/read-text.ts';
import { type Context, createContext } from '../context/context.ts';
import { getFailedFormat, writeFailedRows } from './failed-rows.ts';
import type { BadRow, ImportFormat } from './row-entry.ts';

let context: Context;
beforeAll(async () => {
  const own = await createContext(['--locale', 'en-US'], 'test');
  const note = (line: string) => {
    throw new Error(`nothing to say: ${line}`);
  };
  context = { ...own, note };
});

const rejected = (...lines: number[]): BadRow[] => lines.map((line) => ({ line, errors: { word: ['=no, "never"'] } }));

/** Rejects some rows, writes them to a file, and reads that file. */
async function reread(text: string, format: ImportFormat, form: ImportFormat, ...lines: number[]) {
  const { head, entries } = await readText(text, format, bannedWord, context);
  const bad = async function* () {
    yield* rejected(...lines);
  };
  const full = async function* () {
    yield entries;
  };
  let written = '';
  for await (const line of writeFailedRows(bad(), { head, entries: full() }, form)) written += line;
  return { written, read: await readText(written, form, bannedWord, context) };
}
const getValues = ({ rows }: ReadText) => rows.map(({ values }) => values);

it.each([
  [
    'csv',
    'csv',
    'level,word\n1,good\n7," a, ""b"""\n2,\'=x\n',
    [3, 4],
    [
      { level: '7', word: ' a, "b"' },
      { level: '2', word: '=x' },
    ],
  ],
  ['txt', 'csv', 'good\n -x\n', [2], [{ word: '-x' }]],
  ['txt', 'txt', 'good\nbad one\n', [2], [{ word: 'bad one' }]],
  ['ndjson', 'ndjson', '{"word":"a"}\n\n{"word":"b","level":7}\n', [3], [{ word: 'b', level: 7 }]],
  ['json', 'json', '[{"word":"a"},{"word":"b","level":7}]', [2], [{ word: 'b', level: 7 }]],
] as const)(
  'writes rejected rows of %s as %s with their original values',
  async (format, form, text, lines, values) => {
    const first = await reread(text, format, form, ...lines);
    expect(getValues(first.read)).toEqual(values);
    if (form !== 'txt') expect(first.written).toContain('no, ');
    const all = first.read.rows.map(({ line }) => line);
    const second = await reread(first.written, form, form, ...all);
    expect(getValues(second.read)).toEqual(values);
    expect(second.written.split('\n')[0]?.match(/#line/g)?.length ?? 1).toBe(1);
  },
);

it.each([
  ['csv', 'word,level\nshort\na,1,long\n', [2, 3]],
  ['ndjson', '{broken\n[1]\n', [1, 2]],
] as const)('rejects entries of %s that are not rows a second time', async (form, text, lines) => {
  const { read } = await reread(text, form, form, ...lines);
  expect([read.rows, read.bad.length]).toEqual([[], 2]);
});

it.each([
  ['bad.csv', 'csv', 'csv'],
  ['bad.csv', 'txt', 'csv'],
  ['bad.txt', 'txt', 'txt'],
  ['bad', 'txt', 'csv'],
  ['bad.jsonl', 'ndjson', 'ndjson'],
  ['bad', 'json', 'json'],
  ['bad.csv', 'ndjson', null],
  ['bad.csv', 'tsv', 'csv'],
  ['bad.tsv', 'tsv', null],
  ['bad', 'yaml', 'json'],
] as const)('writes %s of a file of %s as %s', (file, format, form) => {
  expect(getFailedFormat(file, format)).toBe(form);
});
