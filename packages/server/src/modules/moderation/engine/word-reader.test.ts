import { describe, expect, it } from 'vitest';
import { createWordCheck } from './word-reader.ts';

describe('createWordCheck', () => {
  const check = createWordCheck();

  it.each([
    ['赌博', 'contains'],
    [' 加 微信 ', 'exact'],
    ['法轮功', 'pinyin'],
    ['falungong', 'pinyin'],
    ['\\d{11}', 'regex'],
  ] as const)('takes %j as %s', (word, match) => {
    expect(check(word, match)).toBeNull();
  });

  it.each([
    ['\u200b \u3000', 'contains', { reason: 'empty' }],
    ['x'.repeat(513), 'exact', { reason: 'tooLong' }],
    ['QQ123', 'pinyin', { reason: 'notPinyin' }],
    ['a(?=b)', 'regex', { reason: 'unsupported', at: '(?=' }],
    ['', 'regex', { reason: 'empty' }],
  ] as const)('rejects %j as %s', (word, match, rejection) => {
    expect(check(word, match)).toEqual(rejection);
  });
});
