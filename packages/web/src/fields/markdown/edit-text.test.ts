import { expect, test } from 'vitest';
import { type Edited, insert, link, prefixLines, wrap } from './editor.tsx';

/** Applies an edit to a text such as `a[b]c`, where the brackets mark the selection. */
function edited(shown: string): Edited {
  const start = shown.indexOf('[');
  const end = shown.indexOf(']') - 1;
  return { text: shown.replace('[', '').replace(']', ''), start, end };
}
function show({ text, start, end }: Edited): string {
  return `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;
}

test.each([
  ['a selection is marked', 'a [b] c', 'a **[b]** c'],
  ['marks are taken off again', 'a **[b]** c', 'a [b] c'],
  ['an empty selection gets marks to type between', 'a []', 'a **[]**'],
])('bold: %s', (_name, before, after) => {
  expect(show(wrap(edited(before), '**'))).toBe(after);
});

test.each([
  ['the line of the cursor', 'a\nb[]c\nd', 'a\n[- bc]\nd'],
  ['every line touched', 'a[b\nc]d', '[- ab\n- cd]'],
  ['off again when all have it', '- a[b\n- c]d', '[ab\ncd]'],
])('a list: %s', (_name, before, after) => {
  expect(show(prefixLines(edited(before), '- '))).toBe(after);
});

test('inserts an image at the cursor', () => {
  expect(show(insert(edited('a[x]b'), '![](/files/1.png)'))).toBe('a![](/files/1.png)[]b');
});

test('inserts a link with its URL selected', () => {
  expect(link(edited('see [this].'))).toEqual({ text: 'see [this](https://).', start: 11, end: 19 });
});
