import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectDocumentFormat, explainUnreadable } from '../document-format.ts';
import { chunkText } from '../text/chunk-text.ts';
import { cleanText } from '../text/clean-text.ts';
import { toReadingOrder } from './pdf-text.ts';
import { readDocument } from './read-document.ts';

/** Real files, each of which was once parsed with a changed meaning. */
const load = (name: string) => readFileSync(new URL(`../../../../test/documents/${name}`, import.meta.url));
const limits = { maxPages: 100, maxBytes: 50_000_000, maxText: 1_000_000, layout: true };
const rule = {
  chunkMode: 'auto',
  delimiter: null,
  chunkTokens: 500,
  overlapTokens: 50,
  cleanSpaces: true,
  stripUrls: false,
} as const;

async function readCase(name: string) {
  const bytes = load(name);
  const format = detectDocumentFormat(bytes, name);
  if (format === null) throw new Error(`${name} is of no known format`);
  const read = await readDocument(bytes, format, limits);
  const { text } = cleanText(read.text, rule);
  return { ...read, format, text, chunks: chunkText(text, rule) };
}
const getText = async (name: string) => (await readCase(name)).text;

const terms = [
  '| 套餐 | 月付 | 年付 | 备注 |',
  '|---|---|---|---|',
  '| 基础版 | ¥29.90 | ¥299.00 | |',
  '| 基础版 | ¥19.90 | | 学生价 |',
  '| 合计含税 | | ¥1,234,567.89 | 13% |',
  '| 免费版 | | 0 | 每日 20 次 |',
].join('\n');

describe('Word parsing', () => {
  it('keeps automatic numbers as Word displays them', async () => {
    const text = await getText('numbering.docx');
    expect(text).toContain('第一条 甲方按月付款。\n第二条 乙方七日内交付。\n第三条 违约金为百分之五。');
    expect(text).toContain('# 1 Overview\n\n## 1.1 Getting started');
  });

  it('keeps an equation', async () => {
    expect(await getText('omml.docx')).toBe('Fee is 0.05×amount per day.');
  });

  it('repeats the value of a merged cell in each of its rows', async () => {
    const text = await getText('merged-rows.docx');
    expect(text).toMatch(
      /\| Plan \| Rule \| Note \|\n\|---\|---\|---\|\n\| Pro \| 企业版.+ \| 客服.+ \|\n\| Pro \| B rule \\|/,
    );
  });

  it('reads a file written by Word Online', async () => {
    expect(await getText('word-online.docx')).toBe('退款须在七日内提出。');
  });

  it('keeps sub-clauses, empty cells, footnotes and descriptions of images', async () => {
    const english = await getText('terms-en.docx');
    expect(english).toContain('2. Contact support');
    expect(english).toContain('\n   (a) Sub clause one about invoices INV-00042.\n   (b) Sub clause two');
    expect(english).toContain('| Starter | | $0.00 |\n| Team | $49.50 | |');
    expect(english).toContain('[^2]: Footnote alpha');
    const chinese = await getText('terms-zh.docx');
    expect(chinese).toContain(terms);
    expect(chinese).toContain('\n   （一）微信支付原路退回，需 3 个工作日。');
    expect(chinese).toContain('![Architecture diagram of the gateway]');
  });

  it('reports a file with a password as protected', () => {
    expect(detectDocumentFormat(load('locked.docx'), 'locked.docx')).toBeNull();
    expect(explainUnreadable(load('locked.docx'), 'locked.docx')).toBe('encrypted');
  });
});

describe('web page parsing', () => {
  it('keeps the case of table headers, indentation, image descriptions and text in a form', async () => {
    const text = await getText('table.html');
    expect(text).toContain('| userId | iPhone 价格 |\n|---|---|\n| apiKey | 企业版用户');
    expect(text).toContain('```\n  a = 1\n  b = 2\n```');
    expect(text).toContain('More\n\nHidden words');
    expect(text).toContain('![流程图：先审核后发货]');
    expect(text).toContain('Words in a form');
  });

  it('reads a page whose entire content is in a form', async () => {
    expect(await getText('form-page.html')).toBe('# Refund\n\nWithin seven days.');
  });

  it('reads all articles, each under its own title', async () => {
    const { chunks } = await readCase('articles.html');
    expect(chunks.map(({ title }) => title)).toEqual(Array.from({ length: 8 }, (_, at) => `Release ${at + 1}`));
  });

  it('skips hidden content', async () => {
    expect(await getText('hidden-text.html')).toBe('Seven days.');
  });

  it('reads XHTML as a web page', async () => {
    expect(await readCase('xhtml.html')).toMatchObject({ format: 'html', text: 'Seven days & no later.' });
  });

  it('uses the declared encoding', async () => {
    expect(await readCase('big5.html')).toMatchObject({ text: '退款須於七日內提出，逾期不予受理。', warnings: [] });
  });

  it('keeps empty cells in their columns', async () => {
    expect(await getText('table-empty-cells.html')).toContain(
      '| Plan | Monthly | Yearly |\n|---|---|---|\n| Starter | | $0.00 |\n| Team | $49.50 | |',
    );
  });
});

describe('PDF parsing', () => {
  it('replaces radicals and presentation forms, restores the reading order and keeps empty cells', async () => {
    const text = await getText('cjk.pdf');
    expect(text).toContain('七日内可以全额退款');
    expect(text).toContain('| 套餐 | 月付 | 年付 |\n|---|---|---|\n| 免费 | | 0 |\n| 专业 | 30 | 300 |');
    expect(text).toContain('مرحبا بالعالم');
    expect(text).toContain('final office flow');
    const plain = await readDocument(load('cjk.pdf'), 'pdf', { ...limits, layout: false });
    expect(plain.text).toContain('七日内可以全额退款');
    expect(plain.text).toContain('مرحبا بالعالم');
  });

  it.each([
    [['The', 'word', 'مرحبا', 'means', 'hello'], 'The word مرحبا means hello'],
    [['第', '3', 'العالم', 'مرحبا', '条规定'], '第 3 مرحبا العالم 条规定'],
    [['kg', '12', 'وزن', 'الصندوق'], 'الصندوق وزن kg 12'],
  ])('reads the line %j as “%s”', (seen, read) => {
    expect(toReadingOrder(seen).join(' ')).toBe(read);
  });

  it('rejects text whose font has no usable character map', async () => {
    await expect(readCase('no-tounicode.pdf')).rejects.toMatchObject({ code: 'unreadableText' });
    const mayBeBlank = await readDocument(load('no-tounicode.pdf'), 'pdf', { ...limits, mayBeBlank: true });
    expect(mayBeBlank).toMatchObject({ blank: [1], warnings: ['unreadableText'] });
  });

  it('detects headings by font size and tables below them', async () => {
    const { text, chunks } = await readCase('terms-zh.pdf');
    expect(text).toContain(`# 2 价格表\n\n${terms.replace('| 基础版 | ¥19.90', '| | ¥19.90')}`);
    expect(chunks.map(({ title }) => title)).toEqual([
      null,
      '1 服务条款总则',
      '1 服务条款总则 / 1.1 适用范围',
      '2 价格表',
      '2 价格表 / 2.1 其他',
    ]);
  });
});

describe('workbook parsing', () => {
  it('reads visible sheets as tables with formatted numbers and dates', async () => {
    const { text, warnings, pages } = await readCase('mixed-sheet.xlsx');
    expect(text).toContain('# 价格\n\n| 产品 | 单价 | 折扣 | 上架 | 合计 | 编号 |');
    expect(text).toContain('| 标准版 | ¥1,299.50 | 12.5% | 2026年3月1日 | ¥1,137.06 | 000042 |');
    expect(text).toContain('| 专业版 | ¥12,345,678.90 | | 2027年2月28日 | ¥12,345,678.90 | 8800123456789012345 |');
    expect(text).toContain('# Second\n\n| k | v |');
    expect({ warnings, pages }).toEqual({ warnings: ['hiddenContent'], pages: 2 });
  });
});

describe('presentation parsing', () => {
  it('creates a section for each slide', async () => {
    const { chunks, pages } = await readCase('deck.pptx');
    expect(pages).toBe(2);
    expect(chunks.map(({ title }) => title)).toEqual(['季度汇报 Q3', 'Roadmap']);
    expect(chunks[0]?.content).toContain('营收 ¥1,234,567.00，同比增长 12.5%');
  });
});

describe('text parsing', () => {
  it('reads Western European text and warns that the encoding was guessed', async () => {
    expect(await readCase('latin1-text.txt')).toMatchObject({
      text: 'Herr Müller fährt nach Köln. Die Straße ist lang.',
      warnings: ['guessedEncoding'],
    });
  });

  it('does not treat a sentence that starts like a heading as one', async () => {
    expect((await readCase('heading-false.txt')).chunks.map(({ title }) => title)).toEqual(['第一章 总则']);
  });

  it('rejects an empty text', async () => {
    await expect(readCase('empty.txt')).rejects.toMatchObject({ code: 'noText' });
  });

  it('splits at sentences, overlaps included', async () => {
    const { chunks } = await readCase('overlap.txt');
    expect(chunks.length).toBeGreaterThan(5);
    for (const { content } of chunks) expect(content).toMatch(/^The administrator [\s\S]*\.$/);
  });

  it('keeps fences, lists and the header of a long table in Markdown', async () => {
    expect(await getText('indentation.md')).toBe(load('indentation.md').toString('utf8').trimEnd());
    expect((await readCase('fence.md')).chunks.map(({ title }) => title)).toEqual(['Install', 'Install / Next']);
    const { chunks } = await readCase('bigtable.md');
    const [first, ...rest] = chunks;
    expect(rest.length).toBeGreaterThan(1);
    const header = (first?.content ?? '')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(0, 2);
    for (const { content } of rest) expect(content.split('\n').slice(0, 2)).toEqual(header);
  });

  it('rejects a CSV table with an unclosed quotation mark and reports its line', async () => {
    await expect(readCase('open-quote-questions.csv')).rejects.toMatchObject({ code: 'openQuote', detail: 'line 2' });
  });
});
