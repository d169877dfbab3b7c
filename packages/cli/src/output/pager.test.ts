import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writePaged } from './pager.ts';

let directory: string;
const { isTTY, rows } = process.stdout;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-pager-'));
});
afterEach(() => {
  Object.assign(process.stdout, { isTTY, rows });
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

/** Returns what the pager received and what was written directly, on a terminal of four lines or to a pipe. */
async function writeTo(text: string, { tty = true, pager = 'cat >' } = {}) {
  const file = join(directory, 'paged');
  Object.assign(process.stdout, { isTTY: tty, rows: 4 });
  vi.stubEnv('GANTRY_PAGER', pager === '' ? '' : `${pager} ${file}`);
  const written: unknown[] = [];
  await writePaged({ write: async (data) => void written.push(data) }, text);
  try {
    return { paged: readFileSync(file, 'utf8'), written };
  } catch {
    return { paged: null, written };
  }
}
const long = '编号\n1\n2\n3\n4\n';

it('passes a text that is longer than the screen to the pager, and writes a shorter one directly', async () => {
  expect(await writeTo(long)).toEqual({ paged: long, written: [] });
  rmSync(join(directory, 'paged'));
  expect(await writeTo('编号\n1\n')).toEqual({ paged: null, written: ['编号\n1\n'] });
});

it.each([
  ['in a pipe', { tty: false }],
  ['when paging is disabled', { pager: '' }],
  ['when the pager does not exist', { pager: 'exit 127;' }],
])('writes the text directly %s', async (_where, options) => {
  expect(await writeTo(long, options)).toEqual({ paged: null, written: [long] });
});
