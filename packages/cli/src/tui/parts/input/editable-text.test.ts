import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyKey, createEditableText, moveLine } from './editable-text.ts';

const press = (start: string, ...keys: string[]) =>
  keys.reduce(
    (text, name) => applyKey(text, { name, text: name.length === 1 ? name : '' }) ?? text,
    createEditableText(start),
  );

describe('text editing', () => {
  it('inserts a character at the cursor', () => expect(press('ac', 'left', 'b').value).toBe('abc'));

  it('deletes a complete emoji with one key', () => expect(press('好👩‍👩‍👧', 'backspace').value).toBe('好'));

  it('deletes a word with ^W', () => expect(press('one two ', 'ctrl-w').value).toBe('one '));

  it('replaces line breaks in a single-line text', () => {
    expect(applyKey(createEditableText(''), { name: 'paste', text: 'a\nb' })?.value).toBe('a b');
  });

  it('returns null for keys that do not edit text', () => {
    expect(applyKey(createEditableText('a'), { name: 'enter', text: '' })).toBeNull();
  });

  it('moves between lines in the same column, and not past the first or last line', () => {
    const text = { value: 'abcd\nef\nghij', cursor: 3 };
    const second = moveLine(text, 1);
    expect(second?.cursor).toBe(7);
    expect(second && moveLine(second, 1)?.cursor).toBe(10);
    expect(moveLine(text, -1)).toBeNull();
  });

  it('keeps the cursor inside the text for any keys', () => {
    const keys = fc.constantFrom(
      'left',
      'right',
      'home',
      'end',
      'backspace',
      'delete',
      'ctrl-w',
      'ctrl-u',
      'ctrl-k',
      'x',
      '中',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(keys), (start, pressed) => {
        const { value, cursor } = press(start, ...pressed);
        expect(cursor).toBeGreaterThanOrEqual(0);
        expect(cursor).toBeLessThanOrEqual(value.length);
      }),
    );
  });
});
