import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCsvText, jsonText, withoutControls } from './csv-text.ts';

const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

it('jsonText keeps the value and leaves no control character or bidirectional override', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = jsonText({ [text]: text });
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify({ [text]: text })));
      expect(written).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

it('formatCsvText and withoutControls escape control characters and nothing else', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !controls.test(formatCsvText(text))));
  expect(withoutControls('\u001b]0;a\u0007 \u009b31m')).toBe('\\u{1b}]0;a\\u{7} \\u{9b}31m');
  expect(withoutControls('两行\n\t\u202e')).toBe('两行\n\t\u202e');
});
