import { fold } from '../../../platform/store/search/fold.ts';
import { normalizeVector } from './vectors/quantise.ts';

/** Dimensions of the built-in embedder. */
export const localDims = 256;

const cjk = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}々〆ー`;
const runs = new RegExp(`([${cjk}]+)|(?:(?![${cjk}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** What a feature counts beside the others. A pair of characters says what a word says; one alone says little. */
const weights = { pair: 1, single: 0.3, word: 1, trigram: 0.35 } as const;
type Feature = keyof typeof weights;

/** Characters of one text that are looked at: bounds the work, and no chunk is that long. */
const maxCharacters = 32_000;

/** FNV-1a over UTF-16 units with the last mixing step of MurmurHash3, so that all bits depend on all units. */
function hashOf(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const seeds: Readonly<Record<Feature, number>> = { pair: 1, single: 2, word: 3, trigram: 4 };

type Counts = Record<Feature, Map<string, number>>;

function count(counts: Map<string, number>, feature: string): void {
  counts.set(feature, (counts.get(feature) ?? 0) + 1);
}

function countCjk(run: string, counts: Counts): void {
  const characters = Array.from(run);
  for (const [at, character] of characters.entries()) {
    count(counts.single, character);
    const next = characters[at + 1];
    if (next !== undefined) count(counts.pair, character + next);
  }
}

/** A word and its trigrams, so that `indexing` is near to `indexes`. */
function countWord(word: string, counts: Counts): void {
  count(counts.word, word);
  const edged = `^${word}$`;
  for (let at = 0; at + 3 <= edged.length; at += 1) count(counts.trigram, edged.slice(at, at + 3));
}

/**
 * A vector of a text without any model: words, their character trigrams, and Chinese, Japanese and Korean characters alone and
 * in pairs are hashed into 256 places with a sign each ("Feature Hashing for Large Scale Multitask Learning", Weinberger et
 * al., 2009), with the logarithm of how often each occurs. The same text has the same vector everywhere and for ever. It finds
 * texts that share wording, whatever their order; it knows nothing of synonyms.
 */
export function embedLocally(text: string): Float32Array {
  const counts: Counts = { pair: new Map(), single: new Map(), word: new Map(), trigram: new Map() };
  for (const [run, cjkRun] of fold(text.slice(0, maxCharacters)).matchAll(runs)) {
    if (cjkRun === undefined) countWord(run.slice(0, 64), counts);
    else countCjk(cjkRun, counts);
  }
  const vector = new Float32Array(localDims);
  for (const feature of Object.keys(weights) as Feature[]) {
    for (const [name, times] of counts[feature]) {
      const hash = hashOf(name, seeds[feature]);
      const place = hash % localDims;
      const sign = hash & 0x8000_0000 ? -1 : 1;
      vector[place] = (vector[place] ?? 0) + sign * weights[feature] * (1 + Math.log(times));
    }
  }
  return normalizeVector(vector);
}
