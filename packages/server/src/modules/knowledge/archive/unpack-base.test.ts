import { beforeAll, expect, it } from 'vitest';
import type { ByteSource } from '../../../platform/storage/read-zip.ts';
import { zipPieces } from '../../../platform/storage/zip-writer.ts';
import { type ArchiveBounds, unpackBase } from './unpack-base.ts';

const head = 'document,seq,title,content,answer,questions,keywords,enabled,edited,spanStart,spanEnd,tokens';
const chunk = (no: number, seq: number, edited = false) => `${no},${seq},,第 ${seq} 段,,,,true,${edited},,,4`;
const manifest = JSON.stringify({
  kind: 'gantry-knowledge-base',
  version: 1,
  base: { name: '手册', visibility: 'private' },
  documents: [1, 2].map((no) => ({ no, name: `${no}.md`, source: 'text', entry: null })),
});
const rows = [...Array.from({ length: 3000 }, (_, at) => chunk(1, at + 1)), chunk(2, 4, true)];
const question = (query: string, document: number, seq: number) =>
  `${query},"${JSON.stringify([{ document, seq }]).replaceAll('"', '""')}",`;
const requested = [question('甲', 1, 7), question('乙', 2, 4), question('丙', 2, 5)];

async function archiveOf(chunks: readonly string[], questions: readonly string[]): Promise<ByteSource> {
  const lists = {
    'manifest.json': manifest,
    'chunks.csv': [head, ...chunks].join('\r\n'),
    'golden-questions.csv': ['question,chunks,note', ...questions].join('\r\n'),
  };
  const entries = Object.entries(lists).map(([name, text]) => ({ name, pack: true, pieces: () => [text] }));
  const made: Buffer[] = [];
  for await (const bytes of zipPieces(entries, 0)) made.push(bytes);
  const full = Buffer.concat(made);
  return { size: full.length, slice: async (from, to) => full.subarray(from, to) };
}

async function listed<T>(items: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

let source: ByteSource;
beforeAll(async () => {
  source = await archiveOf(rows, requested);
});

it('reads the contents of an archive and streams its rows', async () => {
  const base = await unpackBase(source);
  const counts = { chunks: 3001, edited: 1, questions: 3, lost: 1 };
  expect(base).toMatchObject({ ...counts, documents: [{ chunks: 3000 }, { chunks: 1 }] });
  expect(await listed(base.chunkRows())).toHaveLength(3001);
  expect((await listed(base.questionRows())).map(({ query }) => query)).toEqual(['甲', '乙', '丙']);
});

const wide: ArchiveBounds = { unpacked: 1e9, manifest: 1e9, questions: 3 };
it.each([
  ['unpacksTooLarge', { unpacked: 10_000 }],
  ['listTooLarge', { manifest: 10 }],
  ['tooManyRows', { questions: 2 }],
] as const)('is rejected beyond its bounds: %s', async (problem, bound) => {
  await expect(unpackBase(source, { ...wide, ...bound })).rejects.toMatchObject({ problem });
});

it.each([
  ['chunkWrong', [chunk(1, 2), chunk(1, 1)], []],
  ['chunkWrong', [chunk(2, 1), chunk(1, 1)], []],
  ['documentRejected', [chunk(3, 1)], []],
  ['questionWrong', [], [question('甲', 1, 1), question('甲', 1, 2)]],
  ['listTooLarge', [','.repeat(2_200_000)], []],
  ['listTooLarge', ['\n'.repeat(2_200_000)], []],
] as const)(
  'is rejected with rows that are out of order, twice or without end: %s',
  async (problem, chunks, questions) => {
    await expect(unpackBase(await archiveOf(chunks, questions))).rejects.toMatchObject({ problem });
  },
);
