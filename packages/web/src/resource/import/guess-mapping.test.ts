import { apiKey, bannedWord, integer, text } from '@gantry/core';
import { expect, test } from 'vitest';
import { createFirstMapping, listUnfilled } from './guess-mapping.ts';

const fields = {
  phrase: text({ zh: '短语', en: 'Phrase' }, { required: true }),
  sort: integer({ zh: '排序', en: 'Order' }, { required: true, default: 100 }),
  level: text({ zh: '级别', en: 'Level' }, { required: true }),
};

test('lists the required fields that no column fills', () => {
  expect(listUnfilled(['phrase'], fields)).toEqual(['level']);
  expect(listUnfilled(['phrase', 'level', null], fields)).toEqual([]);
});

test('maps the first column of a file without headings to the title, or to the only required field', () => {
  const raw = (count: number) => ({ headed: false, headings: Array.from({ length: count }, (_, at) => String(at)) });
  expect(createFirstMapping(raw(1), apiKey)).toEqual(['secret']);
  expect(createFirstMapping(raw(1), bannedWord)).toEqual(['word']);
  expect(createFirstMapping({ headed: true, headings: ['ID', '违禁词', 'x'] }, bannedWord)).toEqual([
    'id',
    'word',
    null,
  ]);
});
