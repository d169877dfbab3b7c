import { describe, expect, it } from 'vitest';
import { documentWriters, writeWorkbook } from '../../../../test/document-writers.ts';
import type { Block } from '../../../../test/make-office.ts';
import { makePdf } from '../../../../test/make-pdf.ts';
import { detectDocumentFormat } from '../document-format.ts';
import { chunkText } from '../text/chunk-text.ts';
import { cleanText } from '../text/clean-text.ts';
import { readDocument } from './read-document.ts';

/** A document and the chunks expected from it in every format. */
interface Sample {
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly chunks: readonly (readonly [title: string | null, content: string])[];
  readonly chunkTokens?: number;
}

const heading = (level: number, text: string): Block => ({ level, heading: text });

const sections: readonly Sample[] = [
  {
    name: 'sections in English',
    blocks: [
      heading(1, 'Refunds'),
      { text: 'Refunds take seven days.' },
      heading(1, 'Invoices'),
      { text: 'Invoices come by email & are free.' },
    ],
    chunks: [
      ['Refunds', '# Refunds\n\nRefunds take seven days.'],
      ['Invoices', '# Invoices\n\nInvoices come by email & are free.'],
    ],
  },
  {
    name: 'sections in Chinese',
    blocks: [
      heading(1, '退款'),
      { text: '七日内可以全额退款。' },
      heading(1, '第二章 会员'),
      { text: '第二条规定的情形除外。会员有折扣。' },
    ],
    chunks: [
      ['退款', '# 退款\n\n七日内可以全额退款。'],
      ['第二章 会员', '# 第二章 会员\n\n第二条规定的情形除外。会员有折扣。'],
    ],
  },
  {
    name: 'a list in English',
    blocks: [heading(1, 'Steps'), { items: ['Open the page.', 'Enter the code.', 'Confirm it.'] }],
    chunks: [['Steps', '# Steps\n\n1. Open the page.\n2. Enter the code.\n3. Confirm it.']],
  },
  {
    name: 'a list in Chinese',
    blocks: [heading(1, '步骤'), { items: ['打开页面。', '输入兑换码。', '确认。'] }],
    chunks: [['步骤', '# 步骤\n\n1. 打开页面。\n2. 输入兑换码。\n3. 确认。']],
  },
];

const priceRows = [
  ['Plan', 'Monthly', 'Yearly'],
  ['Starter', '', '$0.00'],
  ['Team | Pro', '$49.50', ''],
];
const feeRows = [
  ['套餐', '月付', '备注'],
  ['免费版', '', '每日 20 次'],
  ['专业版', '¥30.00', ''],
];
const priceTable = '| Plan | Monthly | Yearly |\n|---|---|---|\n| Starter | | $0.00 |\n| Team \\| Pro | $49.50 | |';
const feeTable = '| 套餐 | 月付 | 备注 |\n|---|---|---|\n| 免费版 | | 每日 20 次 |\n| 专业版 | ¥30.00 | |';

const longRows = (name: string) => [
  ['No', 'Name'],
  ...Array.from({ length: 12 }, (_, at) => [`${at + 1}`, `${name} number ${at + 1} of the list`]),
];
/** Expected chunks of a long table: as many rows as fit with the header into 60 tokens. A Chinese character is one token. */
const longChunks = (title: string, name: string, parts: readonly (readonly [first: number, last: number])[]) =>
  parts.map(([first, last]): readonly [string, string] => [
    title,
    [
      ...(first === 1 ? [`# ${title}\n`] : []),
      '| No | Name |\n|---|---|',
      ...longRows(name)
        .slice(first, last + 1)
        .map(([no, words]) => `| ${no} | ${words} |`),
    ].join('\n'),
  ]);

const tables: readonly Sample[] = [
  {
    name: 'a table in English',
    blocks: [heading(1, 'Prices'), { rows: priceRows }],
    chunks: [['Prices', `# Prices\n\n${priceTable}`]],
  },
  {
    name: 'a table in Chinese',
    blocks: [heading(1, '价格'), { rows: feeRows }],
    chunks: [['价格', `# 价格\n\n${feeTable}`]],
  },
  {
    name: 'a long table in English',
    blocks: [heading(1, 'Items'), { rows: longRows('Item') }],
    chunks: longChunks('Items', 'Item', [
      [1, 6],
      [7, 12],
    ]),
    chunkTokens: 60,
  },
  {
    name: 'a long table in Chinese',
    blocks: [heading(1, '条目'), { rows: longRows('条目') }],
    chunks: longChunks('条目', '条目', [
      [1, 5],
      [6, 10],
      [11, 12],
    ]),
    chunkTokens: 60,
  },
];

async function getChunks(name: string, bytes: Buffer, chunkTokens: number) {
  const rule = {
    chunkMode: 'auto',
    delimiter: null,
    chunkTokens,
    overlapTokens: 0,
    cleanSpaces: true,
    stripUrls: false,
  } as const;
  const format = detectDocumentFormat(bytes, name);
  if (format === null) throw new Error(`${name} is of no known format`);
  const limits = { maxPages: 50, maxBytes: 10_000_000, maxText: 1_000_000, layout: true };
  const { text } = cleanText((await readDocument(bytes, format, limits)).text, rule);
  return chunkText(text, rule).map(({ title, content }) => [title, content]);
}

const all = [...sections, ...tables];
const cases = [
  ...all.flatMap((sample) => Object.entries(documentWriters).map(([format, write]) => ({ sample, format, write }))),
  ...tables.map((sample) => ({ sample, format: 'xlsx', write: writeWorkbook })),
];

/** Samples in formats without headings or tables. */
const plain: readonly {
  readonly name: string;
  readonly bytes: Buffer;
  readonly chunks: readonly (readonly [string | null, string])[];
}[] = [
  {
    name: 'english.txt',
    bytes: Buffer.from('Seven days.\r\n\r\nNo later.'),
    chunks: [[null, 'Seven days.\n\nNo later.']],
  },
  {
    name: 'chinese.txt',
    bytes: Buffer.from('第一章 总则\n七日内可退。\n第二条规定除外。'),
    chunks: [['第一章 总则', '第一章 总则\n七日内可退。\n第二条规定除外。']],
  },
  {
    name: 'gbk.txt',
    bytes: Buffer.from('c6dfc8d5c4daa3acbfc9d2d4cdcbbfeea1a3', 'hex'),
    chunks: [[null, '七日内，可以退款。']],
  },
  { name: 'western.txt', bytes: Buffer.from('Straße nach Köln', 'latin1'), chunks: [[null, 'Straße nach Köln']] },
  { name: 'english.csv', bytes: Buffer.from('Plan,Fee\nTeam,"1,5"\n'), chunks: [[null, 'Plan: Team\nFee: 1,5']] },
  { name: 'chinese.csv', bytes: Buffer.from('套餐;费用\n专业版;30\n'), chunks: [[null, '套餐: 专业版\n费用: 30']] },
  { name: 'english.pdf', bytes: makePdf(['Seven days.', 'No later.']), chunks: [[null, 'Seven days.\n\nNo later.']] },
  { name: 'chinese.pdf', bytes: makePdf(['七日内可以退款。']), chunks: [[null, '七日内可以退款。']] },
];

describe('document corpus', () => {
  it('contains at least 60 documents', () => {
    expect(cases.length + plain.length).toBeGreaterThanOrEqual(60);
  });

  it.each(cases.map((one) => [one.sample.name, one.format, one] as const))(
    'produces the expected chunks of %s as %s',
    async (_, format, { sample, write }) => {
      const name = `document.${format.split(' ')[0]}`;
      expect(await getChunks(name, await write(sample.blocks), sample.chunkTokens ?? 500)).toEqual(sample.chunks);
    },
  );

  it.each(plain.map((one) => [one.name, one] as const))(
    'produces the expected chunks of %s',
    async (name, { bytes, chunks }) => {
      expect(await getChunks(name, bytes, 500)).toEqual(chunks);
    },
  );
});
