import { expect, test } from 'vitest';
import { toSentenceCase } from './words.ts';

test.each([
  ['Banned word', 'banned word'],
  ['AI icon', 'AI icon'],
  ['PDF', 'PDF'],
  ['违禁词', '违禁词'],
  ['Webhook 端点', 'Webhook 端点'],
])('toSentenceCase turns %j into %j', (name, expected) => {
  expect(toSentenceCase(name)).toBe(expected);
});
