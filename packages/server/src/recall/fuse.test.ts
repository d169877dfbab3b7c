import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type Parts, recallModes } from './fuse.ts';
import { embedLocally } from './local-embedder.ts';
import { fromBlob, normalised, quantise, toBlob } from './quantise.ts';
import { TopScores } from './top-scores.ts';
import { questionOf, VectorBlock } from './vector-block.ts';

const score = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null });
const parts: fc.Arbitrary<Parts> = fc.record({
  chunkId: fc.integer({ min: 1, max: 40 }),
  keywordScore: score,
  vectorScore: score,
});
const rule = fc.record({
  mode: fc.constantFrom(...recallModes),
  vectorWeight: fc.double({ min: 0, max: 1, noNaN: true }),
});
const dims = 19;
const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dims, maxLength: dims })
  .filter((values) => values.some((value) => Math.abs(value) > 1e-3))
  .map(normalised);

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

describe('what two ways have found', () => {
  it('comes in one order, each chunk once, with scores from 0 to 1 whatever else was found', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), rule, (given, how) => {
        const fused = fuse(given, how);
        expect(new Set(fused.map(({ chunkId }) => chunkId)).size).toBe(fused.length);
        expect(fused.map(({ rank }) => rank)).toEqual(fused.map((_, at) => at + 1));
        for (const [at, one] of fused.entries()) {
          expect(one.score).toBeGreaterThan(0);
          expect(one.score).toBeLessThanOrEqual(1);
          expect(one.score).toBeLessThanOrEqual(fused[at - 1]?.score ?? 1);
          expect(fuse([one], how)[0]?.score).toBe(one.score);
        }
      }),
    );
  });

  it('goes by one way alone at either end of the weight', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (given) => {
        const order = (how: Parameters<typeof fuse>[1]) => fuse(given, how).map(({ chunkId }) => chunkId);
        expect(order({ mode: 'hybrid', vectorWeight: 1 })).toEqual(order({ mode: 'vector', vectorWeight: 0 }));
        expect(order({ mode: 'hybrid', vectorWeight: 0 })).toEqual(order({ mode: 'keyword', vectorWeight: 1 }));
      }),
    );
  });
});

describe('a vector in one byte a dimension', () => {
  it('is off by half a step at most, and survives its bytes', () => {
    fc.assert(
      fc.property(vector, (given) => {
        const { scale, steps } = fromBlob(toBlob(quantise(given)));
        for (const [at, value] of given.entries()) {
          expect(Math.abs(value - (steps[at] ?? 0) * scale)).toBeLessThanOrEqual(scale * 0.5001);
        }
      }),
    );
  });

  it('keeps the angle to a question within a hundredth, and the nearest are found', () => {
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 30 }), vector, (held, asked) => {
        const block = new VectorBlock(dims, held.length);
        for (const [at, one] of held.entries()) block.add(at + 1, quantise(one));
        const top = new TopScores(5);
        block.scan(questionOf(asked), top);
        const best = held.map((one) => cosine(one, asked)).sort((one, other) => other - one);
        for (const [at, one] of top.sorted().entries()) {
          expect(Math.abs(one.score - (best[at] ?? 0))).toBeLessThan(0.02);
          expect(Math.abs(one.score - cosine(held[one.chunkId - 1] ?? asked, asked))).toBeLessThan(0.02);
        }
      }),
    );
  });
});

describe('the built-in embedder', () => {
  it('gives the same text the same vector of length 1, also the oddest', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const made = embedLocally(text);
        expect(Buffer.from(made.buffer).equals(Buffer.from(embedLocally(text).buffer))).toBe(true);
        const length = Math.hypot(...made);
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('puts texts that share wording nearer than others, in both scripts', () => {
    const near = (one: string, other: string) => cosine(embedLocally(one), embedLocally(other));
    expect(near('怎么重置密码', '重置密码的方法')).toBeGreaterThan(near('怎么重置密码', '会员续费的方法') + 0.2);
    expect(near('resetting passwords', 'reset the password')).toBeGreaterThan(near('resetting passwords', 'invoices'));
  });
});
