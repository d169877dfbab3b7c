import { Readable } from 'node:stream';
import { apiKey, bannedWord, notice } from '@gantry/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readText } from '../../test/read-text.ts';
import { type Context, createContext } from '../context/context.ts';
import { CliError } from '../context/exit.ts';
import { longestEntry } from './json-entries.ts';
import { createRowReader, guessFormat } from './read-rows.ts';

let context: Context;
beforeAll(async () => {
  context = await createContext(['--locale', 'en-US'], 'test');
});

describe('rowReader', () => {
  it('reads a CSV with a byte-order mark and mixed line ends, and keeps line numbers', async () => {
    const { rows, bad } = await readText(
      '\ufeffword,level\r\n加微信,3\n"two\nlines",2\rlast,1',
      'csv',
      bannedWord,
      context,
    );
    expect(bad).toEqual([]);
    expect(rows.map((row) => row.values)).toEqual([
      { word: '加微信', level: '3' },
      { word: 'two\nlines', level: '2' },
      { word: 'last', level: '1' },
    ]);
    expect(rows[0]?.line).toBe(2);
  });

  it('names the line of a row whose columns do not fit, and takes the others', async () => {
    const { rows, bad } = await readText('word,level\na,1\nb\nc,2', 'csv', bannedWord, context);
    expect(rows.map((row) => row.values.word)).toEqual(['a', 'c']);
    expect(bad).toEqual([{ line: 3, errors: { row: ['The row has a different number of columns than the header'] } }]);
  });

  it('takes a bare line for the one thing that must be given where a name need not be', async () => {
    const { rows } = await readText('sk-first-key\nsk-second-key\n', 'txt', apiKey, context);
    expect(rows.map((row) => row.values)).toEqual([{ secret: 'sk-first-key' }, { secret: 'sk-second-key' }]);
  });

  it('knows columns by label, by kebab case and by words of an option', async () => {
    const { rows } = await readText('违禁词,Action,分类\nx,Mask,广告', 'csv', bannedWord, context);
    expect(rows[0]?.values).toEqual({ word: 'x', action: 'mask', category: 'ad' });
  });

  it('takes back the guard that an export put before a formula', async () => {
    const { rows } = await readText("word\n'=SUM(A1)", 'csv', bannedWord, context);
    expect(rows[0]?.values.word).toBe('=SUM(A1)');
  });

  it('keeps the spaces inside a word of a plain list', async () => {
    const { rows } = await readText('add me on wechat\n\n 刷单 兼职 \n', 'txt', bannedWord, context);
    expect(rows).toEqual([
      { line: 1, values: { word: 'add me on wechat' } },
      { line: 3, values: { word: '刷单 兼职' } },
    ]);
  });

  it('reads an export back: what only the server writes is left out', async () => {
    const line = JSON.stringify({
      id: 7,
      version: 2,
      createdAt: 1,
      word: 'x',
      hitCount: 5,
      status: 'enabled',
      level: '2',
    });
    const { rows, bad } = await readText(`${line}\n{broken\n[1]\n`, 'ndjson', bannedWord, context);
    expect(rows).toEqual([{ line: 1, values: { word: 'x', level: '2' } }]);
    expect(bad.map((row) => row.line)).toEqual([2, 3]);
  });

  it('refuses a CSV that names no field', async () => {
    await expect(readText('foo,bar\n1,2', 'csv', bannedWord, context)).rejects.toThrow(CliError);
    await expect(readText('', 'csv', bannedWord, context)).rejects.toThrow(CliError);
  });

  it.each(['csv', 'txt', 'ndjson'] as const)('reads %s in pieces as it reads it whole', async (format) => {
    const bits = ['word', ',', '"', '\n', '\r', '\r\n', '赌站', '😀', 'level', '{"word":"a"}', '2', ' ', "'=x"];
    const given = fc.array(fc.constantFrom(...bits), { maxLength: 40 }).map((found) => found.join(''));
    const reported = async (text: string, signs?: number) => {
      const read = readText(text, format, bannedWord, { ...context, note: () => undefined }, signs);
      return read.then(({ head, entries }) => ({ head, entries })).catch((error: CliError) => error.message);
    };
    const text = format === 'csv' ? given.map((rest) => `word,level\n${rest}`) : given;
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (full, signs) => {
        expect(await reported(full, signs)).toEqual(await reported(full));
      }),
    );
  });
});

describe('a list of JSON', () => {
  const read = (text: string, signs?: number) => readText(text, 'json', bannedWord, context, signs);

  it('is read in pieces of any length as it is read whole', async () => {
    const item = fc.record({
      word: fc.string({ unit: 'grapheme', maxLength: 8 }),
      note: fc.jsonValue({ maxDepth: 2 }),
    });
    const wrap = fc.constantFrom('list', 'answer', 'one');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 9, arbitrary: item }, fc.jsonValue({ maxDepth: 1 })), { maxLength: 6 }),
        wrap,
        fc.constantFrom(0, 2),
        fc.integer({ min: 1, max: 9 }),
        async (made, form, indent, signs) => {
          // JSON has no minus nought: what can be written is what is read.
          const items: typeof made = JSON.parse(JSON.stringify(made));
          const [first = { word: 'x' }] = items.filter(
            (one) => typeof one === 'object' && one !== null && 'word' in one,
          );
          const value = { list: items, answer: { total: 7, items, next: ['items'] }, one: first }[form];
          const wanted = form === 'one' ? [first] : items;
          const { entries } = await read(JSON.stringify(value, null, indent), signs);
          expect(entries.map(({ given, line }) => [given, line])).toEqual(wanted.map((one, at) => [one, at + 1]));
        },
      ),
    );
  });

  it.each([
    ['[{"word":"a"},{"word":"b"]', 'Not valid JSON'],
    ['[{"word":"a"} {"word":"b"}]', 'line 1: Not valid JSON'],
    ['[{"word":"a"},]', 'line 2: Not valid JSON'],
    ['[{"word":"a"}', 'Not valid JSON'],
    ['[{"word":"a"}}', 'Not valid JSON'],
    ['[{"word":"a"}] more', 'Not valid JSON'],
    ['{"items":[{"word":"a"}],"total":', 'Not valid JSON'],
    ['', 'Not valid JSON'],
  ])('is refused as a whole when it breaks off: %#', async (text, words) => {
    await expect(read(text, 3)).rejects.toThrow(words);
  });

  it('holds no entry that is longer than a record can be', async () => {
    let given = 0;
    const endless = async function* () {
      yield '[{"word":"a"},{"word":"';
      for (; given < 4 * longestEntry; given += 1_048_576) yield 'x'.repeat(1_048_576);
    };
    const drain = async () => {
      for await (const _some of createRowReader('json', bannedWord, context).entries(endless()));
    };
    await expect(drain()).rejects.toThrow('one entry is over 16 MB');
    expect(given).toBeLessThanOrEqual(longestEntry);
  });
});

describe('guessFormat', () => {
  it.each([
    ['words.csv', 'x', 'csv'],
    ['words.txt', 'word,level', 'txt'],
    ['-', 'word,level\na,1', 'csv'],
    ['-', 'just\nwords', 'txt'],
    ['-', '{"word":"a"}', 'ndjson'],
    ['-', '[{"word":"a"}]', 'json'],
    ['words.json', '{"word":"a"}', 'json'],
    ['words.json', '\ufeff{"word":"a"}\r\n{"word":"b"}\r\n', 'ndjson'],
  ])('takes %s with %j for %s', (file, text, format) => {
    expect(guessFormat(file, text, bannedWord)).toBe(format);
  });
});

describe('a sheet', () => {
  const textOf = (lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

  it('is read by its own row numbers, with its texts as they are', async () => {
    const lines = [
      [1, '违禁词', 'level', '备注'],
      [4, "'=1+1", '2'],
      [9, 'two\nlines', '', 'x'],
    ];
    const { rows, bad } = await readText(textOf(lines), 'xlsx', bannedWord, context);
    expect(bad).toEqual([]);
    expect(rows).toEqual([
      { line: 4, values: { word: "'=1+1", level: '2' } },
      { line: 9, values: { word: 'two\nlines', remark: 'x' } },
    ]);
  });

  it.each([
    ['a.tsv', 'word\tcategory\tremark\nfoo2\tad\tseen\n', 'csv'],
    ['a.csv', 'word;category;remark\nfoo1;ad;seen\n', 'csv'],
    ['unicode.txt', 'word\tremark\r\n微信,一\t2\r\n', 'csv'],
    ['words.txt', 'word\nfoo,bar\n', 'txt'],
  ])('takes %s for a table by its header', (name, text, format) => {
    expect(guessFormat(name, text, bannedWord)).toBe(format);
  });

  it('reads a table with semicolons or tabs, leaves empty rows out, and rejects a column that occurs twice', async () => {
    const semicolon = await readText('word;remark\nfoo1;a,b\n;\n', 'csv', bannedWord, context);
    expect(semicolon).toMatchObject({ rows: [{ line: 2, values: { word: 'foo1', remark: 'a,b' } }], bad: [] });
    const tabs = await readText('word\tremark\r\nfoo2\tb;c\r\n', 'csv', bannedWord, context);
    expect(tabs.rows).toEqual([{ line: 2, values: { word: 'foo2', remark: 'b;c' } }]);
    await expect(readText('word,remark,word\na,b,c\n', 'csv', bannedWord, context)).rejects.toThrow(
      'word occurs twice',
    );
  });

  it('reads times in the zone that the process has taken from the site', async () => {
    vi.stubEnv('TZ', 'Asia/Shanghai');
    const reader = createRowReader('xlsx', notice, context);
    const lines = [
      [1, 'title', 'startAt'],
      [2, '=a', '2026-01-26 08:00:00', 'beside the table'],
    ];
    const startAt = Date.UTC(2026, 0, 26);
    // Refused, it goes into a CSV, whose times are in the zone of the site as well.
    const given = ["'=a", '2026-01-26 08:00:00'];
    for await (const entries of reader.entries(Readable.from([textOf(lines)])))
      expect(entries).toEqual([{ line: 2, given, values: { title: '=a', startAt } }]);
    expect(reader.head).toEqual(['title', 'startAt']);
    vi.unstubAllEnvs();
  });
});
