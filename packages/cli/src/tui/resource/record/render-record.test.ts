import { auditLog, catalogue, videoTask } from '@gantry/core';
import { expect, it } from 'vitest';
import { getMarks } from '../../parts/marks.ts';
import { renderRecord } from './render-record.ts';

const terminal = { locale: 'en-US', timeZone: 'Asia/Shanghai', marks: getMarks(true), role: 'admin' } as const;
const lines = (results: unknown) =>
  renderRecord(videoTask, { id: 1, no: 'T1', results }, 78, terminal).map((line) =>
    line.replaceAll(/\u001b\[[0-9;]*m/g, ''),
  );

it('shows the number and URLs of files, and other entries as a table', () => {
  const files = ['a', 'b'].map((name) => ({ kind: 'video', url: `https://cdn.example.com/${name}.mp4` }));
  expect(lines(files).filter((line) => / {2}https:\/\/cdn\.example\.com\/[ab]\.mp4$/.test(line))).toHaveLength(2);
  expect(lines(files).join('\n')).toContain('2 videos');
  expect(lines([files[0]]).join('\n')).toContain('1 video: https://cdn.example.com/a.mp4');
  const table = lines([{ score: '三', of: 'x' }, { score: 12 }]).filter((line) => /score|三|12/.test(line));
  expect(table.map((line) => line.replace(/^Results/, '').trim())).toEqual(['score  of', '三     x', '12']);
  expect(lines([{ deep: { er: 1 } }]).join('\n')).toMatch(/deep.*\n.*er: 1/);
});

it('shows the changes of an audit log entry with the labels of the changed resource', () => {
  const quotas = [{ capability: 'chat', limit: 5 }];
  const entry = {
    id: 1,
    resource: 'vipPlan',
    before: { price: 3000, quotas: null },
    after: { price: 4000, quotas },
  };
  const changeLines = renderRecord(auditLog, entry, 78, { ...terminal, catalogue }).map((line) =>
    line.replaceAll(/\u001b\[[0-9;]*m/g, ''),
  );
  expect(changeLines.join('\n')).not.toMatch(/Before|[{"]/);
  expect(changeLines.slice(-3)).toEqual([
    expect.stringMatching(/^Price +- ¥30.00$/),
    expect.stringMatching(/^ +\+ ¥40.00$/),
    expect.stringMatching(/^Quotas +\+ 1\. /),
  ]);
});
