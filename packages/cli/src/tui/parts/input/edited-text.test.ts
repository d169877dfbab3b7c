import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyKey, createEditedText, moveLine } from './edited-text.ts';

const press = (start: string, ...keys: string[]) =>
  keys.reduce(
    (text, name) => applyKey(text, { name, text: name.length === 1 ? name : '' }) ?? text,
    createEditedText(start),
  );

describe('typing', () => {
  it('puts a character where the cursor stands', () => expect(press('ac', 'left', 'b').value).toBe('abc'));

  it('takes a whole emoji away at once', () => expect(press('好👩‍👩‍👧', 'backspace').value).toBe('好'));

  it('takes a word back with ^W', () => expect(press('one two ', 'ctrl-w').value).toBe('one '));

  it('takes no line break into a single line', () => {
    expect(applyKey(createEditedText(''), { name: 'paste', text: 'a\nb' })?.value).toBe('a b');
  });

  it('leaves keys that are not its own to others', () => {
    expect(applyKey(createEditedText('a'), { name: 'enter', text: '' })).toBeNull();
  });

  it('moves between lines at the same column, and no further than there are lines', () => {
    const text = { value: 'abcd\nef\nghij', at: 3 };
    const second = moveLine(text, 1);
    expect(second?.at).toBe(7);
    expect(second && moveLine(second, 1)?.at).toBe(10);
    expect(moveLine(text, -1)).toBeNull();
  });

  it('keeps the cursor inside the text, whatever is pressed', () => {
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
        const { value, at } = press(start, ...pressed);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(value.length);
      }),
    );
  });
});
