import { describe, expect, it } from 'vitest';
import { benchTable, runBenches } from '../src/run-benches.ts';

const result = { name: 'a list', ours: 1.5, floor: 1, ratio: 1.5, bound: 3, unit: 'ms', ok: true };

describe('benchTable', () => {
  it('formats columns, with notes below and exceeded bounds in capitals', () => {
    const late = { ...result, name: 'a longer name', ours: 400, ratio: 400, ok: false, note: 'on a cold disk' };
    expect(benchTable([result, late]).split('\n')).toEqual([
      'figure         ours  floor  unit  ratio  bound',
      'a list         1.50   1.00  ms     1.50   3.00      ok',
      'a longer name   400   1.00  ms      400   3.00  MISSED',
      '    on a cold disk',
    ]);
  });
});

describe('runBenches', () => {
  it('rejects an unknown benchmark, and lists the known ones', async () => {
    await expect(runBenches(['lisst'], { print: () => {}, env: {} })).rejects.toThrow(/lisst; there are moderation, /);
  });

  it('fails when a benchmark fails', async () => {
    const lines: string[] = [];
    const done = await runBenches(['lists-postgres', '--json'], { print: (line) => lines.push(line), env: {} });
    expect(done).toBe(false);
    expect(JSON.parse(lines.join('\n'))).toMatchObject({ results: [], failures: [{ bench: 'lists-postgres' }] });
  });
});
