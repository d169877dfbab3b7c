import { expect, it } from 'vitest';
import { formatAnswer } from './answer-tools.tsx';

it.each([
  ['a value', 'secret', 'secret'],
  ['the one value of an answer', { secret: 'sk-1' }, 'sk-1'],
  [
    'several values by their names',
    { 'Client ID': 'svc_1', Secret: 's', Until: null },
    'Client ID: svc_1\nSecret: s\nUntil: ',
  ],
  ['what holds more as JSON', { codes: ['a'] }, '{\n  "codes": [\n    "a"\n  ]\n}'],
  ['nothing', null, ''],
])('keeps %s', (_what, answer, text) => {
  expect(formatAnswer(answer)).toBe(text);
});
