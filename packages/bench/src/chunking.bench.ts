import { detectDocumentFormat } from '../../server/src/modules/knowledge/document-format.ts';
import { readDocument } from '../../server/src/modules/knowledge/parse/read-document.ts';
import { embedLocally } from '../../server/src/modules/knowledge/recall/embed-texts.ts';
import { chunkText, countTokens } from '../../server/src/modules/knowledge/text/chunk-text.ts';
import { cleanText } from '../../server/src/modules/knowledge/text/clean-text.ts';
import { documentWriters } from '../../server/test/document-writers.ts';
import type { Block } from '../../server/test/make-office.ts';
import type { BenchResult } from './bench-result.ts';

const rule = {
  chunkMode: 'auto',
  delimiter: null,
  chunkTokens: 120,
  overlapTokens: 20,
  cleanSpaces: true,
  stripUrls: false,
} as const;
const limits = { maxPages: 50, maxBytes: 10_000_000, maxText: 1_000_000, layout: true };
/** The number of chunks that a question is answered from. */
const shown = 3;

/** A question, and what one chunk must contain to answer it: a price is useless without its column header. */
interface Fact {
  readonly question: string;
  readonly parts: readonly string[];
}
interface Manual {
  readonly blocks: readonly Block[];
  readonly facts: readonly Fact[];
}

const english = ['Aurora', 'Basalt', 'Cedar', 'Delta', 'Ember'];
const chinese = ['晨曦', '玄武', '雪松', '长河', '余烬'];
const filler = {
  en: 'The team keeps a record of each change, and the record names who made it and when it was made.',
  zh: '每次变更都会留下记录，记录写明由谁在何时完成，并由值班人员在次日核对。',
};

/** A product manual: two sections of text, a table that is longer than a chunk, and steps. */
function createManual(name: string, at: number, language: 'en' | 'zh'): Manual {
  const isEnglish = language === 'en';
  const days = 3 + at * 2;
  const calls = 60 + at * 15;
  const plans = Array.from({ length: 14 }, (_, row) =>
    isEnglish ? `${name} plan ${row + 1}` : `${name}套餐${row + 1}`,
  );
  const price = (row: number, column: number) => `${column === 0 ? 9 + row + at : (9 + row + at) * 10}.${row % 10}0`;
  const head = isEnglish ? ['Plan', 'Monthly price', 'Yearly price'] : ['套餐', '月付价格', '年付价格'];
  const rows = plans.map((plan, row) => [plan, row % 5 === 4 ? '' : price(row, 0), price(row, 1)]);
  const [refund, limit] = isEnglish
    ? [`${name} refunds are paid within ${days} days.`, `${name} takes ${calls} calls a minute.`]
    : [`${name}的退款在${days}日内到账。`, `${name}每分钟最多调用${calls}次。`];
  const titles = isEnglish ? ['Refunds', 'Limits', 'Prices', 'Setup'] : ['退款', '限额', '价格', '安装'];
  const text = (fact: string) => ({
    text: [filler[language], filler[language], fact, filler[language]].join(isEnglish ? ' ' : ''),
  });
  const heading = (title = '') => ({ level: 1, heading: `${name} ${title}` });
  const items = isEnglish
    ? [`Open the page of ${name}.`, `Enter the code ${name.toUpperCase()}-${at}7.`, 'Confirm the address.']
    : [`打开${name}的页面。`, `输入激活码 CN-${at}7。`, '确认地址。'];
  const facts = [
    { question: isEnglish ? `When are refunds of ${name} paid?` : `${name}的退款多久到账？`, parts: [refund] },
    {
      question: isEnglish ? `How many calls a minute does ${name} take?` : `${name}每分钟可以调用几次？`,
      parts: [limit],
    },
    {
      question: isEnglish ? `Which code is entered to set up ${name}?` : `安装${name}要输入哪个激活码？`,
      parts: [items[1] ?? ''],
    },
    ...[1, 6, 11].map((row) => ({
      question: isEnglish ? `What is the yearly price of ${plans[row]}?` : `${plans[row]}的年付价格是多少？`,
      parts: [plans[row] ?? '', price(row, 1), head[2] ?? ''],
    })),
  ];
  return {
    facts,
    blocks: [
      heading(titles[0]),
      text(refund),
      heading(titles[1]),
      text(limit),
      heading(titles[2]),
      { rows: [head, ...rows] },
      heading(titles[3]),
      { items },
    ],
  };
}

/** Chunks of fixed length, which ignore headings, rows and sentences. */
function cutByLength(text: string): string[] {
  const plain = text.replace(/[\s|#-]+/g, ' ');
  const chunks: string[] = [];
  for (let from = 0; from < plain.length; ) {
    let to = from + 1;
    while (to < plain.length && countTokens(plain.slice(from, to)) < rule.chunkTokens) to += 8;
    chunks.push(plain.slice(from, to));
    from = to;
  }
  return chunks;
}

function similarity(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** The number of facts that one of the best chunks for their question contains. */
function countFound(chunks: readonly string[], facts: readonly Fact[]): number {
  const index = chunks.map((content) => ({ content, vector: embedLocally(content) }));
  return facts.filter(({ question, parts }) => {
    const requested = embedLocally(question);
    const best = index
      .map(({ content, vector }) => ({ content, score: similarity(vector, requested) }))
      .sort((left, right) => right.score - left.score)
      .slice(0, shown);
    return best.some(({ content }) => parts.every((part) => content.includes(part)));
  }).length;
}

/**
 * The share of facts in small documents of all formats and both languages that a question does not find, with the server's chunks
 * and with chunks of fixed length. Run it before and after a change of chunking; the note contains the shares.
 */
export async function benchChunking(): Promise<BenchResult[]> {
  const manuals = [
    ...english.map((name, at) => createManual(name, at, 'en')),
    ...chinese.map((name, at) => createManual(name, at, 'zh')),
  ];
  let [documents, facts, ours, floor] = [0, 0, 0, 0];
  for (const [format, write] of Object.entries(documentWriters)) {
    const chunks: string[] = [];
    const cut: string[] = [];
    for (const { blocks } of manuals) {
      const bytes = await write(blocks);
      const kind = detectDocumentFormat(bytes, `manual.${format.split(' ')[0]}`);
      if (kind === null) throw new Error(`no document of the format ${format}`);
      const { text } = cleanText((await readDocument(bytes, kind, limits)).text, rule);
      // As on the server, a chunk is also found by the title of its section.
      chunks.push(
        ...chunkText(text, rule).map(({ title, content }) => (title === null ? content : `${title}\n${content}`)),
      );
      cut.push(...cutByLength(text));
      documents += 1;
    }
    const requested = manuals.flatMap((manual) => manual.facts);
    facts += requested.length;
    ours += requested.length - countFound(chunks, requested);
    floor += requested.length - countFound(cut, requested);
  }
  const share = (missed: number) => (missed / facts) * 100;
  const found = (missed: number) => `${(100 - share(missed)).toFixed(1)} %`;
  const [missed, bound] = [{ ours: share(ours), floor: share(floor) }, 0.25];
  const ratio = missed.ours / missed.floor;
  return [
    {
      name: `facts that the best ${shown} chunks do not hold, of ${facts} in ${documents} documents`,
      ...missed,
      ratio,
      bound,
      unit: '%',
      ok: ratio <= bound,
      note: `found: ${found(ours)} with the chunks of the server, ${found(floor)} cut by length alone`,
    },
  ];
}
