import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLessonCalendar } from './lesson-calendar.ts';

const lesson = {
  ...{ id: 7, version: 3, title: '提示词; 入门, 一', teacher: '李\n雷', place: 'C:\\室', status: 'planned' },
  ...{ startAt: Date.parse('2026-11-23T01:00:00Z'), endAt: Date.parse('2026-11-23T02:30:00Z'), updatedAt: 0 },
};

it('createLessonCalendar contains time and place of a lesson, and marks a canceled one', () => {
  const text = createLessonCalendar([lesson, { ...lesson, id: 8, place: null, status: 'cancelled' }]);
  expect(text).toContain(
    'UID:lesson-7@gantry\r\nDTSTAMP:19700101T000000Z\r\nSEQUENCE:3\r\nDTSTART:20261123T010000Z\r\n',
  );
  expect(text).toContain(
    'SUMMARY:提示词\\; 入门\\, 一\r\nDESCRIPTION:李\\n雷\r\nLOCATION:C:\\\\室\r\nSTATUS:CONFIRMED\r\n',
  );
  expect(text.match(/STATUS:CANCELLED/g)).toHaveLength(1);
  expect(text.match(/LOCATION:/g)).toHaveLength(1);
});

it('createLessonCalendar folds lines at 75 octets without losing text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
      const text = createLessonCalendar([{ ...lesson, title }]);
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const full = text.replaceAll('\r\n ', '');
      const said = full.split('\r\n').find((line) => line.startsWith('SUMMARY:')) ?? '';
      const read = said.slice(8).replace(/\\(.)/gsu, (_, sign: string) => (sign === 'n' ? '\n' : sign));
      expect(read).toBe(title.replace(/\r\n|\r/g, '\n').replace(/(?!\n)\p{Cc}/gu, ''));
      expect(full.split('\r\n').filter((line) => line.startsWith('BEGIN:VEVENT'))).toHaveLength(1);
    }),
  );
});
