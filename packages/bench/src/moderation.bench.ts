import { AhoCorasick } from '@monyone/aho-corasick/fast';
import { checkText } from '../../server/src/modules/moderation/engine/check-text.ts';
import { buildLexicon, type LexiconWord } from '../../server/src/modules/moderation/engine/lexicon.ts';
import { moderationCorpus } from '../../server/test/moderation-corpus.ts';
import type { BenchResult } from './bench-result.ts';

const wordCount = 50_000;
const textLength = 10_000;
const warmUps = 60;
const rounds = 200;
const builds = 5;

/**
 * Compares a full check (normalization, search, positions in the original, result) with the raw search of the fastest
 * Aho-Corasick package on npm over the same text without normalization. Also compares compiling the words.
 */
export async function benchModeration(): Promise<BenchResult[]> {
  const { words, text } = moderationCorpus(7, wordCount, textLength);
  const source = { words: words.map(lexiconWord), allow: [], version: 1 };
  const lexicon = buildLexicon(source);
  const raw = new AhoCorasick([...words]);
  const check = compare(
    () => checkText(lexicon, text),
    () => raw.matchInText(text),
    { warmUps, rounds },
  );
  const build = compare(
    () => buildLexicon(source),
    () => new AhoCorasick([...words]),
    { warmUps: 1, rounds: builds },
  );
  const varied = buildLexicon({
    ...source,
    words: source.words.map((word) => ({ ...word, variants: ['leet', 'repeats'] })),
  });
  const withVariants = compare(
    () => checkText(varied, text),
    () => raw.matchInText(text),
    { warmUps, rounds },
  );
  const hits = `${checkText(lexicon, text).hitCount} hits, traditional forms among them; the floor finds ${raw.matchInText(text).length}`;
  const tables = `tables of ${((lexicon.compiled.solid?.automaton.bytes ?? 0) / 1e6).toFixed(1)} MB`;
  return [
    result('checking 10,000 characters against 50,000 words, normalization included', check, hits),
    result(
      'the same, each word with leet digits and repeated letters',
      withVariants,
      'what is near digits and repeats is searched once more',
    ),
    result('compiling 50,000 words', build, tables),
  ];
}

interface Medians {
  readonly ours: number;
  readonly floor: number;
}

/** Runs both alternately, so that other load on the machine affects both. */
function compare(ours: () => unknown, floor: () => unknown, runs: { warmUps: number; rounds: number }): Medians {
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let round = -runs.warmUps; round < runs.rounds; round += 1) {
    const oursTook = timed(ours);
    const floorTook = timed(floor);
    if (round < 0) continue;
    times.ours.push(oursTook);
    times.floor.push(floorTook);
  }
  return { ours: median(times.ours), floor: median(times.floor) };
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

function result(name: string, { ours, floor }: Medians, note: string): BenchResult {
  const bound = 2;
  const ratio = ours / floor;
  return { name, ours, floor, ratio, bound, unit: 'ms', ok: ratio <= bound, note };
}

function lexiconWord(word: string, id: number): LexiconWord {
  const rest = { category: 'custom', level: 3, action: 'block', replacement: '***', scope: [] } as const;
  return { id, word, match: 'contains', ...rest };
}
