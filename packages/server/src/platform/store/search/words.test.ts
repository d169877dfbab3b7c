import { expect, test } from 'vitest';
import { indexWords, readKeyword } from './words.ts';

test.each([
  ['量子力学', ['量子', '子力', '力学', '学']],
  ['Hello, World 42', ['hello', 'world', '42']],
  ['用ＡＰＩ调用', ['用', 'api', '调用', '用']],
  ['ｶﾞﾝﾄﾘｰ', ['ガン', 'ント', 'トリ', 'リー', 'ー']],
  ['a-b_c', ['a', 'b', 'c']],
  ['%%% … !', []],
  ['模型模型', ['模型', '型模', '型']],
  ['𠮷野家', ['𠮷野', '野家', '家']],
])('indexWords() indexes %s as %j', (text, words) => {
  expect(indexWords([text])).toEqual([...new Set(words)]);
});

test('indexWords() limits the words of a very long text', () => {
  const long = Array.from({ length: 200_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
    '',
  );
  const bytes = indexWords([long]).reduce((sum, word) => sum + Buffer.byteLength(word), 0);
  expect(bytes).toBeLessThan(1_000_000);
});

const term = (word: string, prefix = false) => ({ word, prefix });

test.each([
  ['量子', { terms: [term('量子')], exact: [] }],
  ['量', { terms: [term('量', true)], exact: [] }],
  ['量子力', { terms: [term('量子'), term('子力')], exact: ['量子力'] }],
  ['Data', { terms: [term('data', true)], exact: [] }],
  ['GPT 模型', { terms: [term('gpt', true), term('模型')], exact: [] }],
  ['gpt模型', { terms: [term('gpt', true), term('模型')], exact: ['gpt模型'] }],
  ['100%', { terms: [term('100', true)], exact: ['100%'] }],
  ['%_\\', { terms: [], exact: ['%_\\'] }],
])('readKeyword() parses %s as %j', (text, { terms, exact }) => {
  expect(readKeyword(text)).toMatchObject({ terms, exact });
});
