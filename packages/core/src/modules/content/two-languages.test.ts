import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLanguages } from './two-languages.ts';

const zh = ['系统维护', '明天九点到十点维护，期间不能登录。\n\n- 会员顺延一天'] as const;
const en = ['Maintenance', 'Tomorrow from nine to ten.\n\n- Members get a day more'] as const;
const both = { title: zh[0], content: zh[1], titleEn: en[0], contentEn: en[1] };
const one = { titleEn: '', contentEn: '' };

describe('splitLanguages of a text in both languages', () => {
  it.each([
    ['one after the other', `${zh[0]}\n${zh[1]}\n${en[0]}\n${en[1]}`],
    ['in the other order', `${en[0]}\n\n${en[1]}\n\n${zh[0]}\n\n${zh[1]}`],
    ['with a rule between them', `${zh[0]}\n${zh[1]}\n\n---\n\n${en[0]}\n${en[1]}`],
    ['with headings, and lines of Windows', `# ${zh[0]}\r\n${zh[1]}\r\n\r\n## ${en[0]}\r\n${en[1]}\r\n`],
  ])('splits the text: %s', (_how, text) => {
    expect(splitLanguages(text)).toEqual(both);
  });

  it('accepts a part that only has a title after a separator', () => {
    expect(splitLanguages('维护\n今晚\n---\nMaintenance')).toEqual({
      ...{ title: '维护', content: '今晚', titleEn: 'Maintenance', contentEn: '' },
    });
  });
});

describe('splitLanguages of a text in one language', () => {
  it.each([
    ['新模型\n见 https://example.com', { title: '新模型', content: '见 https://example.com' }],
    ['新模型\n详情：\nhttps://example.com/a\nhttps://example.com/b', { title: '新模型' }],
    ['新模型上线\n即日起可用\nGPT-5', { title: '新模型上线', content: '即日起可用\nGPT-5' }],
    ['GPT-5\n即日起可用', { title: 'GPT-5', content: '即日起可用' }],
    ['News\n\nThe text', { title: 'News', content: 'The text' }],
    ['', { title: '', content: '' }],
  ])('returns the text as the article: %j', (text, article) => {
    expect(splitLanguages(text)).toMatchObject({ ...article, ...one });
  });
});

const getLine = (letters: string) =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 }).map((line) => line.join(''));
const getArticle = (letters: string) => fc.array(getLine(letters), { minLength: 2, maxLength: 6 });

it('splitLanguages accepts either order and loses no text', () => {
  fc.assert(
    fc.property(getArticle('维护公告明天会员'), getArticle('abcdefgh'), fc.boolean(), (own, other, first) => {
      const parts = first ? [own, other] : [other, own];
      const { title, content, titleEn, contentEn } = splitLanguages(
        parts.map((lines) => lines.join('\n')).join('\n\n'),
      );
      expect([title, ...content.split('\n')]).toEqual(own);
      expect([titleEn, ...contentEn.split('\n')]).toEqual(other);
    }),
  );
});

it('splitLanguages splits a long text without spaces quickly', () => {
  const long = 'a'.repeat(20_000);
  const before = performance.now();
  expect(splitLanguages(`维护\n周日\n\nNews\n${long}`)).toMatchObject({ titleEn: 'News', contentEn: long });
  expect(performance.now() - before).toBeLessThan(500);
});
