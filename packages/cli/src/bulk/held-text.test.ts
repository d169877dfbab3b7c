import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Context, createContext } from '../context/context.ts';
import { holdText } from './row-file.ts';

let context: Context;
beforeAll(async () => {
  context = { ...(await createContext(['--locale', 'en-US'], 'test')), note: () => undefined };
});

const inPieces = (bytes: Uint8Array, size: number) => ({
  pieces: async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  },
  close: async () => undefined,
});

async function reported(bytes: Uint8Array, size: number): Promise<string> {
  try {
    const text = await holdText(inPieces(bytes, size), context);
    const full: Buffer[] = [];
    // Each piece is written for itself: none may end within a sign.
    for await (const piece of text()) full.push(Buffer.from(piece));
    return Buffer.concat(full).toString();
  } catch {
    return 'rejected';
  }
}

it('reads signs that are cut between two pieces, in every encoding, and each time from the beginning', async () => {
  const chinese = new Uint8Array(Buffer.from('b6c4d5be2c320d0a', 'hex'));
  const given = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(text)),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
    fc.uint8Array({ maxLength: 8 }).map((rest) => Buffer.concat([chinese, rest])),
  );
  await fc.assert(
    fc.asyncProperty(given, fc.integer({ min: 3, max: 7 }), async (bytes, size) => {
      expect(await reported(bytes, size)).toBe(await reported(bytes, Math.max(1, bytes.length)));
    }),
  );
  expect(await reported(chinese, 3)).toBe('赌站,2\r\n');
});
