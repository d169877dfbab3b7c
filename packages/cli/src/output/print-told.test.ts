import { expect, it } from 'vitest';
import { printResult, toRows } from './print-told.ts';

async function reported(answer: unknown): Promise<string> {
  const parts: string[] = [];
  const write = async (text: string) => void parts.push(text);
  await printResult(
    {
      t: (key) => key,
      write,
      options: () => ({ fields: null, jq: null, color: 'never' }),
      note: () => {},
      hasWritten: () => false,
      setStatus: () => {},
    },
    answer,
  );
  return parts.join('');
}

it('prints values first, then each list as a table under its name', async () => {
  const answer = { 通过: 1, 逐题: [{ 问题: '退款', 位置: [[1, 2]] }, { 问题: '密码' }], 设置: { 条数: 5 } };
  const lines = (await reported(answer)).split('\n').map((line) => line.trim());
  expect(lines.filter((line) => line !== '')).toEqual(['通过  1', '逐题', '问题', '退款', '密码', '设置', '条数  5']);
});

it('prints a list that is all of an answer without a name', async () => {
  expect((await reported({ 结果: [{ a: 1 }] })).trim().split(/\s+/)).toEqual(['a', '1']);
});

it('leaves lists of nothing out, and says so when there is nothing else', async () => {
  expect(await reported({ 命中: 0, 最多: null, 最少: [] })).not.toMatch(/最/);
  expect(await reported({ 结果: [] })).toBe('cli.none\n');
});

it('writes rows of the only list, and else the answer itself', () => {
  const one = { passed: 1, items: [{ id: 1 }] };
  expect(toRows(one, 'csv')).toEqual([{ id: 1 }]);
  expect(toRows(one, 'json')).toBe(one);
  expect(toRows({ ...one, more: [{ id: 2 }] }, 'csv')).toHaveProperty('more');
});
