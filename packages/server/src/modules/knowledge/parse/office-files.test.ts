import { describe, expect, it } from 'vitest';
import { makePackage, makePptx, makeWorkbook, toSheetData } from '../../../../test/make-office.ts';
import { readDocument } from './read-document.ts';

const limits = { maxPages: 20, maxBytes: 4 * 1024 * 1024, maxText: 1_000_000 };
const readSheets = (bytes: Buffer) => readDocument(bytes, 'xlsx', limits);
const readSlides = (bytes: Buffer) => readDocument(bytes, 'pptx', limits);
const bomb = ' '.repeat(8 * 1024 * 1024);

describe('readXlsx', () => {
  it('repeats the value of a merged area in each row and puts titles above the table', async () => {
    const sheet = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c></row><row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3"><v>1.5</v></c></row><row r="4"><c r="B4"><v>2</v></c></row></sheetData><mergeCells><mergeCell ref="A3:A4"/></mergeCells>`;
    const { text, warnings } = await readSheets(
      await makeWorkbook({ 价格: sheet }, ['2026 年价目', '套餐', '月费', '基础版']),
    );
    expect(text).toBe('# 价格\n\n2026 年价目\n\n| 套餐 | 月费 |\n|---|---|\n| 基础版 | 1.5 |\n| 基础版 | 2 |');
    expect(warnings).toEqual([]);
  });

  it('skips hidden sheets, rows and columns and adds a warning', async () => {
    const visible = `<cols><col min="2" max="2" hidden="1"/></cols><sheetData><row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row><row hidden="1"><c><v>9</v></c></row></sheetData>`;
    const { text, warnings } = await readSheets(
      await makeWorkbook({ a: visible, '!b': toSheetData([['secret', 'x']]) }),
    );
    expect(text).toBe('# a\n\n| 1 | 3 |\n|---|---|');
    expect(warnings).toEqual(['hiddenContent']);
  });

  it('warns when a formula has no result', async () => {
    const sheet = '<sheetData><row><c t="inlineStr"><is><t>sum</t></is></c><c><f>A1+1</f></c></row></sheetData>';
    expect(await readSheets(await makeWorkbook({ a: sheet }))).toMatchObject({
      text: '# a\n\nsum',
      warnings: ['formulas'],
    });
  });

  it.each([
    [
      'exceeds the unpacked size limit',
      makeWorkbook({ a: `<sheetData><row><c t="str"><v>${bomb}</v></c></row></sheetData>` }),
      'tooLarge',
    ],
    [
      'has more sheets than pages are allowed',
      makeWorkbook(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`s${at}`, toSheetData([['a']])]))),
      'tooManyPages',
    ],
    ['is truncated', makeWorkbook({ a: toSheetData([['a']]) }).then((bytes) => bytes.subarray(0, 300)), 'damaged'],
    [
      'defines expanding entities',
      makePackage(
        { part: 'xl/workbook.xml', type: 'spreadsheetml.sheet' },
        { 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "b">]><workbook/>' },
      ),
      'damaged',
    ],
    ['has no text', makeWorkbook({ a: '<sheetData/>' }), 'noText'],
  ])('rejects a file that %s', async (_, bytes, code) => {
    await expect(readSheets(await bytes)).rejects.toMatchObject({ code });
  });

  it('uses memory only for existing cells when one cell is far away', async () => {
    const sheet =
      '<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>';
    expect(await readSheets(await makeWorkbook({ a: sheet }))).toMatchObject({ text: '# a\n\n1' });
  });
});

describe('readPptx', () => {
  it('reads each slide as a section with its table, list and notes', async () => {
    const bytes = await makePptx([
      {
        blocks: [
          { heading: 'Prices', level: 1 },
          {
            rows: [
              ['Plan', 'Fee'],
              ['Team', ''],
            ],
          },
        ],
        notes: 'Say that fees exclude tax.',
      },
      { blocks: [{ heading: 'Steps', level: 1 }, { items: ['Ask', 'Wait'] }] },
      { blocks: [{ heading: 'Draft', level: 1 }], isHidden: true },
    ]);
    const { text, pages, warnings } = await readSlides(bytes);
    expect(text.split('\f')).toEqual([
      '# Prices\n\n| Plan | Fee |\n|---|---|\n| Team | |\n\n> Say that fees exclude tax.',
      '# Steps\n\n1. Ask\n2. Wait',
    ]);
    expect({ pages, warnings }).toEqual({ pages: 2, warnings: ['hiddenContent'] });
  });

  it.each([
    ['exceeds the unpacked size limit', makePptx([{ blocks: [{ text: bomb }] }]), 'tooLarge'],
    [
      'has more slides than pages are allowed',
      makePptx(Array.from({ length: 30 }, () => ({ blocks: [{ text: 'a' }] }))),
      'tooManyPages',
    ],
    ['has no text', makePptx([{ blocks: [] }]), 'noText'],
  ])('rejects a file that %s', async (_, bytes, code) => {
    await expect(readSlides(await bytes)).rejects.toMatchObject({ code });
  });
});
