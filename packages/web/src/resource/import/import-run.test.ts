import { type ImportAnswer, type ImportCall, integer, text } from '@gantry/core';
import { expect, test } from 'vitest';
import { computeDigest, createImport, type ImportProgress, importStep, readRows, runImportStep } from './import-run.ts';

const fields = { phrase: text({ zh: '短语', en: 'Phrase' }), sort: integer({ zh: '排序', en: 'Order' }) };
const given = Array.from({ length: 2500 }, (_, at) => ({
  line: at + 2,
  cells: [`w${at}`, at % 100 === 7 ? 'x' : '5'],
}));
const read = (rows: typeof given) =>
  readRows({ rows, bad: [], isTyped: false }, ['phrase', 'sort', null], fields, 'UTC');
const { rows } = read(given);

/**
 * Creates a fake server that accepts rows with a numeric order. Each key takes effect once, and the response to call `lost` never
 * arrives.
 */
function getServer(lost: number | null = null) {
  const stored: string[] = [];
  const saved = new Map<string, ImportAnswer>();
  let calls = 0;
  const send = async (body: ImportCall, options: { idempotencyKey?: string }): Promise<ImportAnswer> => {
    const key = options.idempotencyKey ?? '';
    const bad = body.rows.filter((row) => typeof row.values.sort !== 'number');
    const answer = saved.get(key) ?? {
      rows: body.rows.length,
      created: body.rows.length - bad.length,
      updated: 0,
      skipped: 0,
      failed: bad.length,
      errors: bad.map((row) => ({ line: row.line, errors: { sort: ['whole number'] } })),
    };
    if (!saved.has(key) && !body.dryRun) {
      stored.push(...body.rows.filter((row) => !bad.includes(row)).map((row) => String(row.values.phrase)));
    }
    saved.set(key, answer);
    calls += 1;
    if (calls - 1 === lost) throw new Error('no answer');
    return answer;
  };
  return { send, stored };
}

test('converts cells to values, omits empty ones and keeps the line numbers of the file', () => {
  const [first] = read([{ line: 9, cells: ['a', ' ', 'ignored'] }]).rows;
  expect(first).toEqual({ line: 9, values: { phrase: 'a' } });
});

test('sends a file in chunks and reports every invalid line by its number', async () => {
  const server = getServer();
  let progress = createImport('d', 'k');
  while (progress.sent < rows.length) progress = await runImportStep(progress, rows, 'error', false, server.send);
  expect(progress).toMatchObject({ sent: 2500, created: 2475, failed: 25 });
  expect(progress.errors[0]).toEqual({ line: 9, errors: { sort: ['whole number'] } });
  expect(server.stored).toHaveLength(2475);
});

test('resumes an interrupted import without duplicates', async () => {
  const server = getServer(1);
  const first = await runImportStep(createImport('d', 'k'), rows, 'error', false, server.send);
  await expect(runImportStep(first, rows, 'error', false, server.send)).rejects.toThrow('no answer');
  let again = JSON.parse(JSON.stringify(first)) as ImportProgress;
  while (again.sent < rows.length) again = await runImportStep(again, rows, 'error', false, server.send);
  expect(again.created).toBe(2475);
  expect(new Set(server.stored).size).toBe(server.stored.length);
  expect(server.stored).toHaveLength(2475);
});

test('stores nothing in a dry run', async () => {
  const server = getServer();
  const progress = await runImportStep(createImport('d', 'k'), rows, 'skip', true, server.send);
  expect(progress.sent).toBe(importStep);
  expect(server.stored).toEqual([]);
});

test('computes equal digests for equal contents and different ones otherwise', () => {
  const names = ['', 'a', 'b', 'ab', 'ba', 'a\n', '赌博', '博赌'].map(computeDigest);
  expect(new Set(names).size).toBe(names.length);
  expect(computeDigest('赌博')).toBe(computeDigest('赌博'));
});
