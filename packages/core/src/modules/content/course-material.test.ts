import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseValue } from '../../fields/index.ts';
import { course } from './course.ts';
import { formatMaterial, isMaterial, parseMaterialFile, parseMaterialFiles } from './course-material.ts';

const file = '0123456789abcdef'.repeat(2);

it('formatMaterial keeps the name of a file, and parseList reads it back', () => {
  expect(formatMaterial({ file, name: '讲义, 第一章.pdf' })).toBe(`document:${file}/讲义 第一章.pdf`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const item = formatMaterial({ file, name });
      expect(parseMaterialFile(item)).toMatchObject({ file });
      expect(item.length).toBeLessThanOrEqual(255);
      expect(parseValue(`${item},https://example.com/a`, course.fields.attachments)).toEqual([
        item,
        'https://example.com/a',
      ]);
    }),
  );
});

it.each([
  'http://example.com/a',
  `document:${file}`,
  `document:${file}/`,
  'document:../x/y',
  'javascript:alert(1)',
  '',
])('parseMaterialFile rejects %j', (item) => {
  expect([isMaterial(item), parseMaterialFiles([item])]).toEqual([false, []]);
});
