import { expect, test } from 'vitest';
import { formatCsvText } from './csv-text.ts';

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['=1+1', "'=1+1"],
  [' =1', "' =1"],
  ['\t=1', "'\t=1"],
  ['@cmd', "'@cmd"],
  ['－5', "'－5"],
  ['\0=1', "'\\u{0}=1"],
  ['two\nlines', '"two\nlines"'],
  [' blank before', '" blank before"'],
])('formatCsvText writes %j so that spreadsheets open it as text', (text, written) => {
  expect(formatCsvText(text)).toBe(written);
});
