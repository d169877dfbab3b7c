import { apiKey, bannedWord, currencyPack, notice, user } from '@gantry/core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readText } from '../../test/read-text.ts';
import { type Context, createContext } from '../context/context.ts';
import { CliError } from '../context/exit.ts';

let context: Context;
beforeAll(async () => {
  context = { ...(await createContext(['--locale', 'en-US', '--server', 'http://127.0.0.1:9'], 'test')) };
});

describe('openRowFile', () => {
  it('reads a CSV with a byte order mark and mixed line endings, and knows on which line each row starts', async () => {
    const { rows, bad } = await readText(
      '\ufeffword,level\r\n加微信,3\n"two\nlines",2\rlast,1',
      'csv',
      bannedWord,
      context,
    );
    expect(bad).toEqual([]);
    expect(rows).toEqual([
      { line: 2, values: { word: '加微信', level: '3' } },
      { line: 3, values: { word: 'two\nlines', level: '2' } },
      { line: 5, values: { word: 'last', level: '1' } },
    ]);
  });

  it('names the line of a row with the wrong number of columns, and reads the others', async () => {
    const { rows, bad } = await readText('word,level\na,1\nb\nc,2\nd,1,x\n"e" f,1\n', 'csv', bannedWord, context);
    expect(rows.map((row) => row.values.word)).toEqual(['a', 'c']);
    expect(bad).toEqual([
      { line: 3, errors: { row: ['The row has fewer cells than the header'] } },
      { line: 5, errors: { row: ['The row has more cells than the header'] } },
      { line: 6, errors: { row: [expect.stringContaining('after a closing quotation mark')] } },
    ]);
  });

  it('reads a line without columns as the only required field', async () => {
    const { rows } = await readText('sk-first-key\nsk-second-key\n', 'txt', apiKey, context);
    expect(rows.map((row) => row.values)).toEqual([{ secret: 'sk-first-key' }, { secret: 'sk-second-key' }]);
  });

  it('preserves spaces within the items of a plain list', async () => {
    const { rows } = await readText('add me on wechat\n\n 刷单 兼职 \n', 'txt', bannedWord, context);
    expect(rows).toEqual([
      { line: 1, values: { word: 'add me on wechat' } },
      { line: 3, values: { word: '刷单 兼职' } },
    ]);
  });

  it('recognizes columns by label, kebab case, unit, and option labels', async () => {
    const { rows } = await readText('违禁词,Action,分类\nx,Mask,广告', 'csv', bannedWord, context);
    expect(rows[0]?.values).toEqual({ word: 'x', action: 'mask', category: 'ad' });
    const packs = await readText('name,price (CNY),coin\nx,"1,234.50",10\n', 'csv', currencyPack, context);
    expect(packs.rows[0]?.values).toEqual({ name: 'x', price: 123_450, coin: 10 });
  });

  it('removes the formula guard of an export, but not an apostrophe of the author', async () => {
    const { rows } = await readText("word\n'=SUM(A1)\n''=x\n'quoted'\n", 'csv', bannedWord, context);
    expect(rows.map(({ values }) => values.word)).toEqual(['=SUM(A1)', "'=x", "'quoted'"]);
  });

  it('reads lists whose items contain separators', async () => {
    const { rows } = await readText('username,tags\nann,"""south, west"";""x;y"""\n', 'csv', user, context);
    expect(rows[0]?.values).toEqual({ username: 'ann', tags: ['south, west', 'x;y'] });
  });

  it('reads an export, and names the columns that only the server writes', async () => {
    const line = JSON.stringify({ id: 7, version: 2, createdAt: 1, word: 'x', hitCount: 5, level: '2' });
    const { rows, bad, notes } = await readText(`${line}\n{broken\n[1]\n`, 'ndjson', bannedWord, context);
    expect(rows).toEqual([{ line: 1, id: 7, values: { word: 'x', level: '2' } }]);
    expect(bad.map((row) => row.line)).toEqual([2, 3]);
    expect(notes).toEqual(['Columns not used: version, createdAt, hitCount']);
    const table = await readText('id,word,hitCount,other\n7,x,5,y\nx,y,1,\n', 'csv', bannedWord, context);
    expect(table.rows).toEqual([{ line: 2, id: 7, values: { word: 'x' } }]);
    expect(table.bad).toEqual([{ line: 3, errors: { id: ['ID must be a positive whole number'] } }]);
    expect(table.notes).toEqual(['Columns not used: hitCount, other']);
  });

  it('rejects a table without known columns, and an empty file', async () => {
    await expect(readText('foo,bar\n1,2', 'csv', bannedWord, context)).rejects.toThrow(CliError);
    await expect(readText('', 'csv', bannedWord, context)).rejects.toThrow(CliError);
  });

  it('reads times and lists in JSON like those of a table, but no amounts as text', async () => {
    const given = [{ title: 'a', startAt: '2026-12-01T09:00:00+08:00' }];
    const { rows } = await readText(JSON.stringify(given), 'json', notice, context);
    expect(rows[0]?.values).toEqual({ title: 'a', startAt: Date.UTC(2026, 11, 1, 1) });
    const packs = await readText('[{"name":"x","price":"12.50"}]', 'json', currencyPack, context);
    expect(packs.rows[0]?.values).toEqual({ name: 'x', price: '12.50' });
  });

  it('reads times in the time zone of the site', async () => {
    vi.stubEnv('TZ', 'Asia/Shanghai');
    const { rows } = await readText('title,startAt\na,2026/1/26 8:00\n', 'csv', notice, context);
    expect(rows[0]?.values).toEqual({ title: 'a', startAt: Date.UTC(2026, 0, 26) });
    vi.unstubAllEnvs();
  });

  it('reads YAML', async () => {
    const { rows } = await readText('- word: "12345678901234567890"\n  level: "2"\n', 'yaml', bannedWord, context);
    expect(rows).toEqual([{ line: 1, values: { word: '12345678901234567890', level: '2' } }]);
    await expect(readText('a: [', 'yaml', bannedWord, context)).rejects.toThrow('not YAML');
  });
});
