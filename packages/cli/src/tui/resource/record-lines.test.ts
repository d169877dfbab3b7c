import { videoTask } from '@gantry/core';
import { expect, it } from 'vitest';
import { marksFor } from '../parts/marks.ts';
import { recordLines } from './record-lines.ts';

const terminal = { locale: 'en-US', timeZone: 'Asia/Shanghai', marks: marksFor(true), role: 'admin' } as const;
const lines = (results: unknown) =>
  recordLines(videoTask, { id: 1, no: 'T1', results }, 78, terminal).map((line) =>
    line.replaceAll(/\u001b\[[0-9;]*m/g, ''),
  );

it('counts files and lists where they are, says other plain entries a line each, and writes out what is deeper', () => {
  const files = ['a', 'b'].map((name) => ({ kind: 'video', url: `https://cdn.example.com/${name}.mp4` }));
  expect(lines(files).filter((line) => / {2}https:\/\/cdn\.example\.com\/[ab]\.mp4$/.test(line))).toHaveLength(2);
  expect(lines(files).join('\n')).toContain('2 videos');
  expect(lines([files[0]]).join('\n')).toContain('1 video: https://cdn.example.com/a.mp4');
  expect(lines([{ score: 3 }, { score: 2 }]).filter((line) => /score [32]$/.test(line))).toHaveLength(2);
  expect(lines([{ deep: { er: 1 } }]).join('\n')).toContain('"er": 1');
});
