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
])('says a count of %s with the noun that fits it', (rows, said) => {
  const words = { read: '{{rows, line is|lines are}} read, {{count}} more' };
  expect(createTranslator<'read'>('en-US', words)('read', { rows, count: 2 })).toBe(said);
});

it('says a count alone where its words have one form', () => {
  const words = { read: '{{rows}} 行', of: '{{done}} / {{rows, line, at least|lines}}' };
  const t = createTranslator<'read' | 'of'>('en-US', words);
  expect([t('read', { rows: 1 }), t('of', { done: 0, rows: 1 })]).toEqual(['1 行', '0 / 1 line, at least']);
});

/** Every text of a catalog, with its key. */
function textsOf(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null ? textsOf(value, `${path}${key}.`) : [[`${path}${key}`, String(value)]],
  );
}

it('says nothing in English where it speaks Chinese', () => {
  const texts = [shared, console, entry, panels, resource, tui, usage].flatMap((words) => textsOf(words));
  expect(texts.length).toBeGreaterThan(1000);
  const sentences = texts.filter(([, text]) => /[A-Za-z]+ [A-Za-z]+ [a-z]+|Confirm|Login/.test(text));
  expect(sentences).toEqual([]);
});
