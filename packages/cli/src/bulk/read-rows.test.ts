import { apiKey, bannedWord } from '@gantry/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Context, createContext } from '../context.ts';
import { CliError } from '../exit.ts';
import { guessFormat, readRows } from './read-rows.ts';

let context: Context;
beforeAll(async () => {
  context = await createContext(['--locale', 'en-US'], 'test');
});

describe('readRows', () => {
  it('reads a CSV with a byte-order mark and mixed line ends, and keeps line numbers', () => {
    const { rows, bad } = readRows('\ufeffword,level\r\n加微信,3\n"two\nlines",2\rlast,1', 'csv', bannedWord, context);
    expect(bad).toEqual([]);
    expect(rows.map((row) => row.values)).toEqual([
      { word: '加微信', level: '3' },
      { word: 'two\nlines', level: '2' },
      { word: 'last', level: '1' },
    ]);
    expect(rows[0]?.line).toBe(2);
  });

  it('names the line of a row whose columns do not fit, and takes the others', () => {
    const { rows, bad } = readRows('word,level\na,1\nb\nc,2', 'csv', bannedWord, context);
    expect(rows.map((row) => row.values.word)).toEqual(['a', 'c']);
    expect(bad).toEqual([{ line: 3, errors: { row: ['It has another number of columns than the header'] } }]);
  });

  it('takes a bare line for the one thing that must be given where a name need not be', () => {
    const { rows } = readRows('sk-first-key\nsk-second-key\n', 'txt', apiKey, context);
    expect(rows.map((row) => row.values)).toEqual([{ secret: 'sk-first-key' }, { secret: 'sk-second-key' }]);
  });

  it('knows columns by label, by kebab case and by words of an option', () => {
    const { rows } = readRows('违禁词,Action,分类\nx,Mask,广告', 'csv', bannedWord, context);
    expect(rows[0]?.values).toEqual({ word: 'x', action: 'mask', category: 'ad' });
  });

  it('takes back the guard that an export put before a formula', () => {
    const { rows } = readRows("word\n'=SUM(A1)", 'csv', bannedWord, context);
    expect(rows[0]?.values.word).toBe('=SUM(A1)');
  });

  it('keeps the spaces inside a word of a plain list', () => {
    const { rows } = readRows('add me on wechat\n\n 刷单 兼职 \n', 'txt', bannedWord, context);
    expect(rows).toEqual([
      { line: 1, values: { word: 'add me on wechat' } },
      { line: 3, values: { word: '刷单 兼职' } },
    ]);
  });

  it('reads an export back: what only the server writes is left out', () => {
    const line = JSON.stringify({
      id: 7,
      version: 2,
      createdAt: 1,
      word: 'x',
      hitCount: 5,
      status: 'enabled',
      level: '2',
    });
    const { rows, bad } = readRows(`${line}\n{broken\n[1]\n`, 'ndjson', bannedWord, context);
    expect(rows).toEqual([{ line: 1, values: { word: 'x', level: '2' } }]);
    expect(bad.map((row) => row.line)).toEqual([2, 3]);
  });

  it('refuses a CSV that names no field', () => {
    expect(() => readRows('foo,bar\n1,2', 'csv', bannedWord, context)).toThrow(CliError);
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
  ])('takes %s with %j for %s', (file, text, format) => {
    expect(guessFormat(file, text, bannedWord)).toBe(format);
  });
});
