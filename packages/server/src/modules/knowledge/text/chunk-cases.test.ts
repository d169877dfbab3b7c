import { describe, expect, it } from 'vitest';
import { type ChunkRule, chunkText } from './chunk-text.ts';
import { cleanText, toStorableText } from './clean-text.ts';

const usual: ChunkRule = {
  chunkMode: 'auto',
  delimiter: null,
  chunkTokens: 500,
  overlapTokens: 50,
  cleanSpaces: true,
  stripUrls: false,
};

function getChunks(raw: string, change: Partial<ChunkRule> = {}) {
  const rule = { ...usual, ...change };
  const { text } = cleanText(toStorableText(raw), rule);
  return chunkText(text, rule);
}
const getTitles = (raw: string) => getChunks(raw).map(({ title }) => title);

const yaml = ['```yaml', 'services:', '  web:', '    image: nginx', '    ports:', '      - "80:80"', '```'].join('\n');
const python = ['```python', 'def fee(days):', '    if days > 7:', '        return 5', '', '', '    return 0', '```'];
const list = ['1. Refund rules', '   1. Within seven days: full', '   2. Later: none', '2. Invoices', '   - VAT 13%'];

describe('chunking of fenced code', () => {
  const install = [
    '# Install\n\nRun this:\n',
    '```bash\n# download the package\ncurl -O https://example.com/p.tgz\n# unpack it\ntar xf p.tgz\n```\n',
    'Then start it.\n\n~~~python\n# a comment\nprint(1)\n~~~\n\n## Next\n\nDone.\n',
  ].join('\n');

  it('detects no headings in code', () => {
    expect(getTitles(install)).toEqual(['Install', 'Install / Next']);
  });

  it('keeps code in one chunk when it fits', () => {
    const [chunk] = getChunks(`${'Some words. '.repeat(20)}\n\n${yaml}`, { chunkTokens: 60, overlapTokens: 0 }).slice(
      -1,
    );
    expect(chunk?.content).toBe(yaml);
  });

  it('splits code between lines and keeps the indentation', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `    value_${at} = 'a. b! c'`);
    const chunks = getChunks(['```', ...lines, '```'].join('\n'), { chunkTokens: 60, overlapTokens: 0 });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.flatMap(({ content }) => content.split('\n'))).toEqual(['```', ...lines, '```']);
  });

  it('detects headings after an unclosed fence', () => {
    expect(getTitles('```\n# One\n\ntext\n\n# Two\n\ntext')).toEqual([null, 'One', 'Two']);
  });

  it('keeps indentation and blank lines when spaces are cleaned', () => {
    const raw = `# Deploy\n\n${yaml}\n\n${python.join('\n')}\n\n${list.join('\n')}`;
    expect(getChunks(raw)[0]?.content).toBe(raw);
  });
});

describe('cleaning of spaces', () => {
  it.each([
    ['runs of blanks in a sentence', '七日内   可以　　退款。', '七日内 可以 退款。'],
    ['indentation of a Chinese paragraph', '　　第一段。\n　　第二段。', '第一段。\n第二段。'],
    ['several empty lines', 'one\n\n \n\t\ntwo  ', 'one\n\ntwo'],
  ])('removes %s', (_, raw, text) => {
    expect(cleanText(raw, usual).text).toBe(text);
  });

  it.each([
    ['list levels', list.join('\n')],
    ['columns that are aligned by blanks', 'Plan      Price\nStarter       0\nTeam      49.50'],
    ['columns that are aligned by tabs', 'plan\tprice\nfree\t\t0'],
    ['empty cells of a Markdown table', '| a | b |\n|---|---|\n| | 1 |'],
    ['indented code', 'Run:\n\n    if (a) {\n      b();\n    }'],
  ])('keeps %s', (_, raw) => {
    expect(getChunks(raw)[0]?.content).toBe(raw);
  });
});

describe('heading detection', () => {
  it.each([
    '第二条规定的情形除外，按照下列方式处理。',
    '第二节课下课后请交作业。',
    '第一回合结束后比分是一比零。',
    '第三方支付渠道不受此限。',
    '第二条规定的情形除外',
    '第一回合结束',
    '第二条 用户应当妥善保管密钥。',
  ])('ignores the sentence %s', (line) => {
    expect(getTitles(`第一章 总则\n本办法适用于全体成员。\n${line}\n其余由委员会解释。`)).toEqual(['第一章 总则']);
  });

  it.each(['第二章 会员', '第二章总则', '第二条 定义', '第二条', '第二条定义', '第2章：会员', '第二部分 附则'])(
    'detects the line %s',
    (line) => {
      expect(getTitles(`前言。\n${line}\n正文。`)).toContain(line);
    },
  );

  it('treats headings of one level as siblings, whatever level comes first', () => {
    expect(getTitles('## Release 1\n\nOne.\n\n## Release 2\n\nTwo.')).toEqual(['Release 1', 'Release 2']);
  });

  it('detects underlined lines', () => {
    expect(getTitles('Guide\n=====\n\nHello.\n\nRefunds\n-------\n\nSeven days.')).toEqual([
      'Guide',
      'Guide / Refunds',
    ]);
  });

  it('ignores rules, and list items and tables above dashes', () => {
    expect(getTitles('Hello.\n\n---\n\n- item\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |')).toEqual([null]);
  });
});

describe('chunking of tables', () => {
  const header = '| 套餐 | 月费 | 说明 |\n|---|---|---|';
  const rows = Array.from({ length: 60 }, (_, at) => `| 套餐${at} | ¥${at}.50 | 第 ${at} 种，含税。按月。 |`);
  const chunks = getChunks(`# 价格\n\n下表为各套餐的价格。\n\n${header}\n${rows.join('\n')}\n\n以上。`, {
    chunkTokens: 200,
  });

  it('splits tables between rows', () => {
    expect(chunks.length).toBeGreaterThan(3);
    const lines = chunks.flatMap(({ content }) => content.split('\n')).filter((line) => line.startsWith('| 套餐'));
    expect(lines.filter((line) => !header.startsWith(line))).toEqual(rows);
  });

  it('repeats the header in each chunk', () => {
    for (const { content } of chunks.slice(1)) expect(content.startsWith(header)).toBe(true);
    expect(chunks.every(({ tokens }) => tokens <= 200)).toBe(true);
  });
});

describe('chunk boundaries', () => {
  const sentences = Array.from(
    { length: 200 },
    (_, at) => `The administrator configures parameter number ${at} first.`,
  );

  it('are sentence boundaries in ordinary text, overlaps included', () => {
    const chunks = getChunks(sentences.join(' '));
    expect(chunks.length).toBeGreaterThan(5);
    for (const { content } of chunks) expect(content).toMatch(/^The administrator [\s\S]*first\.$/);
  });

  it('are word boundaries in an endless sentence', () => {
    const chunks = getChunks('configuration parameters depend on administrators '.repeat(200));
    const words = new Set(chunks.flatMap(({ content }) => content.split(' ')));
    expect([...words].sort()).toEqual(['administrators', 'configuration', 'depend', 'on', 'parameters']);
  });
});
