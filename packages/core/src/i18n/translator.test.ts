import { expect, it } from 'vitest';
import { createTranslator } from './translator.ts';
import { words as console } from './zh-CN/console.ts';
import { words as entry } from './zh-CN/entry.ts';
import { words as panels } from './zh-CN/panels.ts';
import { words as resource } from './zh-CN/resource.ts';
import { words as tui } from './zh-CN/tui.ts';
import { words as usage } from './zh-CN/usage.ts';
import { words as shared } from './zh-CN.ts';

it.each([
  [1, '1 line is read, 2 more'],
  ['1', '1 line is read, 2 more'],
  [0, '0 lines are read, 2 more'],
  ['1,204', '1,204 lines are read, 2 more'],
])('uses the matching noun form for the count %s', (rows, expected) => {
  const words = { read: '{{rows, line is|lines are}} read, {{count}} more' };
  expect(createTranslator<'read'>('en-US', words)('read', { rows, count: 2 })).toBe(expected);
});

it('formats a plain number when the message has no noun forms', () => {
  const words = { read: '{{rows}} 行', of: '{{done}} / {{rows, line, at least|lines}}' };
  const t = createTranslator<'read' | 'of'>('en-US', words);
  expect([t('read', { rows: 1 }), t('of', { done: 0, rows: 1 })]).toEqual(['1 行', '0 / 1 line, at least']);
});

/** Every text of a catalog, with its key. */
function getTexts(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? getTexts(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)]],
  );
}

it('the Chinese messages contain no English sentences', () => {
  const texts = [shared, console, entry, panels, resource, tui, usage].flatMap((words) => getTexts(words));
  expect(texts.length).toBeGreaterThan(1000);
  const sentences = texts.filter(([, text]) => /[A-Za-z]+ [A-Za-z]+ [a-z]+|Confirm|Login/.test(text));
  expect(sentences).toEqual([]);
});
