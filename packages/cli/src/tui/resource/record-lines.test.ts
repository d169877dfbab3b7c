import { videoTask } from '@gantry/core';
import { expect, it } from 'vitest';
import { marksFor } from '../parts/marks.ts';
import { recordLines } from './record-lines.ts';

const terminal = { locale: 'en-US', timeZone: 'Asia/Shanghai', marks: marksFor(true), role: 'admin' } as const;
const lines = (results: unknown) =>
  recordLines(videoTask, { id: 1, no: 'T1', results }, 78, terminal).map((line) =>
    line.replaceAll(/\u001b\[[0-9;]*m/g, ''),
  );

it('says a list of plain entries a line each, and writes out what is deeper', () => {
  const files = [
    { kind: 'video', url: 'https://cdn.example.com/a.mp4' },
    { kind: 'video', url: 'https://cdn.example.com/b.mp4' },
  ];
  expect(lines(files).filter((line) => /kind video {2}url https:\/\/cdn/.test(line))).toHaveLength(2);
  expect(lines([{ deep: { er: 1 } }]).join('\n')).toContain('"er": 1');
});
