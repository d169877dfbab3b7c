import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ci = import.meta.dirname;
const file = path.join(ci, '../packages/a.test.ts');
const test = (fullName: string, status: string) => ({ fullName, status });
const run = (success: boolean, ...tests: ReturnType<typeof test>[]) => {
  const status = tests.some((one) => one.status === 'failed') ? 'failed' : 'passed';
  return { success, testResults: tests.length > 0 ? [{ name: file, status, assertionResults: tests }] : [] };
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-summary-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function runProgram(program: string, ...reports: unknown[]) {
  const files = reports.map((report, at) => {
    const place = path.join(folder, `${at}.json`);
    writeFileSync(place, report === null ? '' : JSON.stringify(report));
    return place;
  });
  const { status, stdout } = spawnSync(process.execPath, [path.join(ci, program), ...files], { encoding: 'utf8' });
  return { status, last: stdout.trimEnd().split('\n').at(-1) };
}

describe('summary.mjs', () => {
  const green = run(true, test('a', 'passed'), test('b', 'passed'));
  const red = run(false, test('a', 'passed'), test('b', 'failed'));

  it.each([
    ['a green run', [green, null], '2 passed, 0 failed', 0],
    ['a test that fails twice', [red, red], '1 passed, 1 failed', 1],
    ['a test that passes alone', [red, green], '2 passed, 0 failed', 0],
    ['a run that was not made again', [red, null], '1 passed, 1 failed', 1],
    ['a run that left no report', [null, null], '0 passed, 1 failed', 1],
    ['an error outside of every test', [run(false, test('a', 'passed')), null], '1 passed, 1 failed', 1],
    ['an error outside of every test of the second run', [red, { ...green, success: false }], '2 passed, 1 failed', 1],
  ])('reports %s', (_case, reports, last, status) => {
    expect(runProgram('summary.mjs', ...reports)).toEqual({ status, last });
  });

  it('prints the files to repeat, unless many failed', () => {
    expect(runProgram('failed-files.mjs', red).last).toBe('packages/a.test.ts');
    const many = {
      success: false,
      testResults: [1, 2, 3, 4, 5].map((n) => ({ name: `${file}${n}`, status: 'failed' })),
    };
    expect(runProgram('failed-files.mjs', many).last).toBe('');
    expect(runProgram('failed-files.mjs', green).last).toBe('');
  });
});
