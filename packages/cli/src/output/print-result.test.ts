import { expect, it } from 'vitest';
import { printResult, toRows } from './print-result.ts';

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

it('prints values first, then each list as a table below its name', async () => {
  const answer = { 通过: 1, 逐题: [{ 问题: '退款', 位置: [[1, 2]] }, { 问题: '密码' }], 设置: { 条数: 5 } };
  const lines = (await reported(answer)).split('\n').map((line) => line.trim());
  expect(lines.filter((line) => line !== '')).toEqual(['通过  1', '逐题', '问题', '退款', '密码', '设置', '条数  5']);
});

it('prints a result that is only a list without a name', async () => {
  expect((await reported({ 结果: [{ a: 1 }] })).trim().split(/\s+/)).toEqual(['a', '1']);
});

it('omits empty lists, and says so when there is nothing else', async () => {
  expect(await reported({ 命中: 0, 最多: null, 最少: [] })).not.toMatch(/最/);
  expect(await reported({ 结果: [] })).toBe('cli.none\n');
});

it('selects the rows of the only list, and otherwise the result itself', () => {
  const one = { passed: 1, items: [{ id: 1 }] };
  expect(toRows(one, 'csv')).toEqual([{ id: 1 }]);
  expect(toRows(one, 'json')).toBe(one);
  expect(toRows({ ...one, more: [{ id: 2 }] }, 'csv')).toHaveProperty('more');
});
