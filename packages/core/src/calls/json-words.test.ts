import { expect, it } from 'vitest';
import { formatJson } from './json-table.ts';

const image = (name: string) => ({ kind: 'draw', url: `https://cdn.example.com/${name}.png` });

it.each([
  [[image('a')], '1 image: https://cdn.example.com/a.png', '1 张图片：https://cdn.example.com/a.png'],
  [[image('a'), image('b'), { url: '/files/x.mp4' }], '2 images, 1 video', '2 张图片、1 段视频'],
  [{ url: 'https://cdn.example.com/deck.pptx', title: 'Deck' }, '1 file: Deck', '1 个文件：Deck'],
  [[{ chunk: 1, score: 3 }, { chunk: 2 }], '2 entries', '2 项'],
  [[image('a'), { note: 'no file' }], '2 entries', '2 项'],
  [['sea', 'sun'], 'sea, sun', 'sea, sun'],
  [{ size: '1024', seed: 7, more: { deep: 1 }, tags: ['a', 'b'] }, 'size: 1024; seed: 7; more: {…}; tags: a, b', null],
  [{}, '', ''],
  [[], '', ''],
  [7, '7', '7'],
])('formatJson formats %j in one line', (value, en, zh) => {
  expect(formatJson(value, 'en-US')).toBe(en);
  if (zh !== null) expect(formatJson(value, 'zh-CN')).toBe(zh);
});
