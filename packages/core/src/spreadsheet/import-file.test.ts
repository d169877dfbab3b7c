import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyResource } from '../definition/index.ts';
import { bannedWord, currencyPack, notice, user } from '../modules/resources.ts';
import { guessFormat, type OpenOptions, openImportFile } from './import-file.ts';
import { maxEntryLength } from './json-entries.ts';

const getBytes = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

async function readContent(
  content: string | Uint8Array,
  { name = 'rows.csv', size = 65_536, resource = bannedWord as AnyResource, ...options }: ReadOptions = {},
) {
  const bytes = getBytes(content);
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const file = await openImportFile({ name, pieces }, resource, options);
  const rows = [];
  for await (const entries of file.entries()) rows.push(...entries);
  return { file, rows, given: rows.map((row) => row.given), notes: file.notes().map(({ en }) => en) };
}
interface ReadOptions extends OpenOptions {
  readonly name?: string;
  /** Bytes per piece. */
  readonly size?: number;
  readonly resource?: AnyResource;
}

const readCase = (name: string, options: ReadOptions = {}) =>
  readContent(readFileSync(new URL(`../../test/import-cases/${name}`, import.meta.url)), { name, ...options });

describe('openImportFile', () => {
  it.each([
    ['cut-utf8.csv', 'cut off (line 2)'],
    ['latin1-text.txt', 'not UTF-8'],
    ['duplicate-header.csv', 'the column “word” occurs twice'],
    ['duplicate-header.xlsx', 'the column “word” occurs twice'],
    ['open-quote.csv', 'the quotation mark on line 2 is never closed'],
    ['code-formats.xlsx', 'A3: a whole number has more than 15 digits'],
  ])('rejects %s', async (name, reason) => {
    await expect(readCase(name)).rejects.toThrow(reason);
  });

  it.each([
    ['words.tsv', [['foo2', 'ad', 'seen in group 8']]],
    ['semicolon.csv', [['foo1', 'ad', 'seen in group 7']]],
    ['unicode-text.txt', [['私彩二,甲']]],
    ['blank-rows.csv', [['foo20', 'a']]],
    [
      'merged-cells.xlsx',
      [
        ['mm1', 'ad'],
        ['mm2', 'ad'],
        ['mm3', 'ad'],
      ],
    ],
  ])('reads %s', async (name, rows) => {
    expect((await readCase(name)).given).toEqual(rows);
  });

  it('reports merged cells, other sheets and hidden rows in its notes', async () => {
    expect((await readCase('merged-cells.xlsx')).notes).toEqual([
      'Merged cells give their value to each of their rows: B2:B4',
    ]);
    const sheets = await readCase('two-sheets-filtered-rows.xlsx');
    expect(sheets.notes).toEqual(['Sheet “A” is read. Sheets not read: B', 'Hidden rows included: 1']);
    expect(sheets.given).toHaveLength(3);
    const second = await readCase('two-sheets-filtered-rows.xlsx', { sheet: 'B', isHeaded: true });
    expect(second.notes).toEqual(['Sheet “B” is read. Sheets not read: A']);
    await expect(readCase('two-sheets-filtered-rows.xlsx', { sheet: 'C' })).rejects.toThrow(
      'no sheet “C”. Sheets: A, B',
    );
  });

  it('reads numbers as a sheet displays them', async () => {
    const { given } = await readCase('words-libreoffice.xlsx');
    expect(given).toContainEqual(['000042', '', '', '零填充']);
    const { given: people } = await readCase('users-libreoffice.xlsx', { resource: user });
    expect(people[0]).toEqual([
      'lo_user_1',
      '张三',
      '13800138001',
      'a1@example.com',
      '备注 1',
      '2027-03-01 09:30:00',
      'a,b',
    ]);
  });

  it('rejects rows with more cells than the header, in every format', async () => {
    const { rows } = await readCase('extra-cells.csv');
    expect(rows[0]).toMatchObject({ line: 2, problem: { en: 'The row has more cells than the header' } });
  });

  it.each([
    ['RTF', '{\\rtf1 word}'],
    ['PDF', '%PDF-1.7'],
    ['HTML', '<!DOCTYPE html><table>'],
    ['XML Spreadsheet 2003', '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'],
    ['an old Office format', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['gzip', new Uint8Array([0x1f, 0x8b, 8])],
  ])('rejects %s and names its format', async (name, content) => {
    await expect(readContent(content)).rejects.toThrow(name);
  });

  it('detects the encoding from the entire file, or uses a given one', async () => {
    const gb = Uint8Array.from('776f72642c6c6576656c0d0ab6c4d5be2c320d0a'.match(/../g) ?? [], (hex) =>
      Number.parseInt(hex, 16),
    );
    const late = new Uint8Array([...getBytes(`word,level\n${'a,2\n'.repeat(20_000)}`), ...gb.subarray(12)]);
    const read = await readContent(late);
    expect([read.file.encoding, read.given.at(-1), read.notes]).toEqual([
      'GB18030',
      ['赌站', '2'],
      ['The file is read as GB18030'],
    ]);
    const latin = new Uint8Array([...getBytes('word\nM'), 0xfc, ...getBytes('ller\n')]);
    await expect(readContent(latin)).rejects.toThrow('(line 2)');
    expect((await readContent(latin, { encoding: 'windows-1252' })).given).toEqual([['Müller']]);
    await expect(readContent(latin, { encoding: 'utf-8' })).rejects.toThrow('not text in utf-8');
    await expect(readContent(latin, { encoding: 'klingon' })).rejects.toThrow('not text in klingon');
  });

  it('reads characters that are split between pieces, in every encoding', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const given = fc.oneof(
      text.map((rest) => new Uint8Array(getBytes(`word,remark\nx,${rest}`))),
      text.map(
        (rest) =>
          new Uint8Array(
            Uint16Array.from([...`\ufeffword\n${rest}`].join('').split(''), (sign) => sign.charCodeAt(0)).buffer,
          ),
      ),
    );
    const reported = (bytes: Uint8Array, size: number) =>
      readContent(bytes, { size }).then(
        ({ rows }) => rows,
        (error: Error) => error.message,
      );
    await fc.assert(
      fc.asyncProperty(given, fc.integer({ min: 1, max: 7 }), async (bytes, size) => {
        expect(await reported(bytes, size)).toEqual(await reported(bytes, 1_000));
      }),
    );
  });

  it('omits the totals of an export and reports it', async () => {
    const table = 'id,name,price (CNY),coin,sales,revenue (revenueCurrency)\n1,x,1.00,10,3,3.00\n,Total,,,3,3.00\n';
    const { rows, notes } = await readContent(table, { resource: currencyPack });
    expect([rows.length, notes]).toEqual([1, ['Line 3 holds totals and is not read']]);
  });
});

describe('openImportFile of JSON', () => {
  const read = (text: string, size?: number) =>
    readContent(text, { name: '-', format: 'json', ...(size ? { size } : {}) });

  it('reads a list the same way in pieces of any length', async () => {
    const item = fc.record({
      word: fc.string({ unit: 'grapheme', maxLength: 8 }),
      note: fc.jsonValue({ maxDepth: 2 }),
    });
    const form = fc.constantFrom('list', 'answer', 'one');
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 6 }),
        form,
        fc.constantFrom(0, 2),
        fc.integer({ min: 1, max: 9 }),
        async (made, shape, indent, size) => {
          // JSON has no negative zero, so only values that survive JSON are compared.
          const items: typeof made = JSON.parse(JSON.stringify(made));
          const [first = { word: 'x', note: null }] = items;
          const value = { list: items, answer: { total: 7, items, next: ['items'] }, one: first }[shape];
          const wanted = shape === 'one' ? [first] : items;
          const { rows } = await read(JSON.stringify(value, null, indent), size);
          expect(rows).toEqual(wanted.map((given, at) => ({ given, line: at + 1 })));
        },
      ),
    );
  });

  it.each([
    '[{"word":"a"},{"word":"b"]',
    '[{"word":"a"} {"word":"b"}]',
    '[{"word":"a"},]',
    '[{"word":"a"}',
    '[{"word":"a"}}',
    '[{"word":"a"}] more',
    '{"items":[{"word":"a"}],"total":',
  ])('rejects a truncated list completely: %s', async (text) => {
    await expect(read(text, 3)).rejects.toThrow('is not JSON');
  });

  it('rejects an entry that is longer than a record can be', async () => {
    const text = `[{"word":"a"},{"word":"${'x'.repeat(maxEntryLength + 200_000)}"}]`;
    await expect(read(text)).rejects.toThrow('a record is too long');
  });

  it('reports an entry that is not an object by its position', async () => {
    const { rows } = await readContent('{"word":"a"}\n[1]\n{broken\n', { name: 'a.ndjson' });
    expect(rows.map(({ line, problem }) => [line, problem?.en.slice(0, 20)])).toEqual([
      [1, undefined],
      [2, 'The entry is not an '],
      [3, 'entry 3 is not JSON:'],
    ]);
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
    ['a.tsv', 'word\tcategory\tremark\nfoo2\tad\tseen\n', 'tsv'],
    ['a.csv', 'word;category;remark\nfoo1;ad;seen\n', 'csv'],
    ['unicode.txt', 'word\tremark\r\n微信,一\t2\r\n', 'tsv'],
    ['words.txt', 'word\nfoo,bar\n', 'txt'],
    ['words.yml', '- word: a', 'yaml'],
  ])('detects %s with %j as %s', (file, text, format) => {
    expect(guessFormat(file, text, bannedWord)).toBe(format);
  });

  it('detects a header by labels in either language', () => {
    expect(guessFormat('-', '标题,正文\na,b', notice)).toBe('csv');
  });
});
