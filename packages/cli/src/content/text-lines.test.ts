import { expect, it } from 'vitest';
import { readLines } from './text-lines.ts';

async function collectLines(...chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  async function* source() {
    yield* chunks;
  }
  for await (const line of readLines(source())) lines.push(line);
  return lines;
}

it('splits lines at a line feed and nowhere else', async () => {
  expect(await collectLines(Buffer.from('one\u2028two\r\nthree\n\nfour'))).toEqual([
    'one\u2028two\r',
    'three',
    '',
    'four',
  ]);
});

it('joins lines and characters that arrive in several chunks', async () => {
  const bytes = Buffer.from('日落\n海边\n');
  const pieces = [...bytes].map((_, at) => bytes.subarray(at, at + 1));
  expect(await collectLines(...pieces)).toEqual(['日落', '海边']);
});
