import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedLocally } from './embed-texts.ts';
import { type FuseRule, fuse, fusions, type Parts, recallModes } from './fuse.ts';
import {
  createQuestion,
  fromBlob,
  normalizeVector,
  quantise,
  TopScores,
  toBlob,
  VectorBlock,
} from './vectors/vector-block.ts';

const score = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null });
const parts: fc.Arbitrary<Parts> = fc.record({
  chunkId: fc.integer({ min: 1, max: 40 }),
  keywordScore: score,
  vectorScore: score,
});
const weighted = { fusion: 'weighted', rankConstant: 60 } as const;
const rule = fc.record({
  mode: fc.constantFrom(...recallModes),
  vectorWeight: fc.double({ min: 0, max: 1, noNaN: true }),
  fusion: fc.constantFrom(...fusions),
  rankConstant: fc.integer({ min: 1, max: 1000 }),
});
const byPlaces = (rankConstant = 60): FuseRule => ({
  mode: 'hybrid',
  fusion: 'reciprocal',
  vectorWeight: 0.7,
  rankConstant,
});
const dims = 19;
const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dims, maxLength: dims })
  .filter((values) => values.some((value) => Math.abs(value) > 1e-3))
  .map(normalizeVector);

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

describe('fuse by weighted scores', () => {
  it('returns each chunk once, in one order, with scores from 0 to 1 that are independent of other results', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), rule, (given, how) => {
        const fused = fuse(given, how);
        expect(new Set(fused.map(({ chunkId }) => chunkId)).size).toBe(fused.length);
        expect(fused.map(({ rank }) => rank)).toEqual(fused.map((_, at) => at + 1));
        for (const [at, one] of fused.entries()) {
          expect(one.score).toBeGreaterThan(0);
          expect(one.score).toBeLessThanOrEqual(1);
          expect(one.score).toBeLessThanOrEqual(fused[at - 1]?.score ?? 1);
          if (how.fusion === 'weighted') expect(fuse([one], how)[0]?.score).toBe(one.score);
        }
      }),
    );
  });

  it('uses only one search method at either end of the weight', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (given) => {
        const order = (how: Pick<FuseRule, 'mode' | 'vectorWeight'>) =>
          fuse(given, { ...weighted, ...how }).map(({ chunkId }) => chunkId);
        expect(order({ mode: 'hybrid', vectorWeight: 1 })).toEqual(order({ mode: 'vector', vectorWeight: 0 }));
        expect(order({ mode: 'hybrid', vectorWeight: 0 })).toEqual(order({ mode: 'keyword', vectorWeight: 1 }));
      }),
    );
  });
});

describe('fuse by reciprocal rank', () => {
  const distinct = fc.uniqueArray(parts, { selector: ({ chunkId }) => chunkId, maxLength: 40 });
  const getOrder = (given: readonly Parts[], k?: number) => fuse(given, byPlaces(k)).map(({ chunkId }) => chunkId);

  it('scores the sum of 1 / (k + rank) over both orders relative to the first rank in both', () => {
    const given = [
      { chunkId: 1, keywordScore: 0.9, vectorScore: 0.1 },
      { chunkId: 2, keywordScore: 0.5, vectorScore: 0.8 },
      { chunkId: 3, keywordScore: null, vectorScore: 0.9 },
    ];
    const most = 2 / 61;
    const scores = fuse(given, byPlaces()).map(({ chunkId, score: share }) => [chunkId, share]);
    expect(scores).toEqual([
      [1, expect.closeTo((1 / 61 + 1 / 63) / most, 12)],
      [2, expect.closeTo((1 / 62 + 1 / 62) / most, 12)],
      [3, expect.closeTo(1 / 61 / most, 12)],
    ]);
    fc.assert(
      fc.property(distinct, fc.integer({ min: 1, max: 1000 }), (all, k) => {
        for (const { keywordRank, vectorRank, score: share } of fuse(all, byPlaces(k))) {
          const sum = [keywordRank, vectorRank].reduce<number>(
            (total, at) => total + (at === null ? 0 : 1 / (k + at)),
            0,
          );
          expect(share).toBeCloseTo((sum * (k + 1)) / 2, 10);
        }
      }),
    );
  });

  it('depends only on ranks: scores that preserve the order change nothing', () => {
    const squeezed = (given: number | null) => (given === null ? null : Math.sign(given) * Math.abs(given) ** 3 * 0.5);
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -40, max: 40 }), { maxLength: 30 }), (scores) => {
        const given = scores.map((one, at) => ({
          chunkId: at + 1,
          keywordScore: one / 40,
          vectorScore: scores[scores.length - 1 - at] === undefined ? null : (scores[scores.length - 1 - at] ?? 0) / 40,
        }));
        const other = given.map((one) => ({ ...one, keywordScore: squeezed(one.keywordScore) }));
        expect(getOrder(other)).toEqual(getOrder(given));
      }),
    );
  });

  it('treats both methods equally regardless of the weight and the input order', () => {
    fc.assert(
      fc.property(distinct, fc.double({ min: 0, max: 1, noNaN: true }), (given, vectorWeight) => {
        const swapped = given.map(({ chunkId, keywordScore, vectorScore }) => ({
          chunkId,
          keywordScore: vectorScore,
          vectorScore: keywordScore,
        }));
        expect(getOrder(swapped)).toEqual(getOrder(given));
        expect(getOrder([...given].reverse())).toEqual(getOrder(given));
        expect(fuse(given, { ...byPlaces(), vectorWeight })).toEqual(fuse(given, byPlaces()));
      }),
    );
  });

  it('never ranks a chunk higher that is lower in both orders', () => {
    fc.assert(
      fc.property(distinct, fc.integer({ min: 1, max: 200 }), (given, k) => {
        const last = Number.POSITIVE_INFINITY;
        const fused = fuse(given, byPlaces(k));
        for (const [at, one] of fused.entries())
          for (const behind of fused.slice(at + 1)) {
            const isAhead =
              (behind.keywordRank ?? last) < (one.keywordRank ?? last) &&
              (behind.vectorRank ?? last) < (one.vectorRank ?? last);
            expect(isAhead).toBe(false);
          }
      }),
    );
  });
});

describe('quantized vectors', () => {
  it('differ by at most half a step and survive serialization', () => {
    fc.assert(
      fc.property(vector, (given) => {
        const { scale, steps } = fromBlob(toBlob(quantise(given)));
        for (const [at, value] of given.entries()) {
          expect(Math.abs(value - (steps[at] ?? 0) * scale)).toBeLessThanOrEqual(scale * 0.5001);
        }
      }),
    );
  });

  it('keep the cosine to a question within 0.01 and find the nearest vectors', () => {
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 30 }), vector, (held, requested) => {
        const block = new VectorBlock(dims, held.length);
        for (const [at, one] of held.entries()) block.add(at + 1, quantise(one));
        const top = new TopScores(5);
        block.scan(createQuestion(requested), top);
        const best = held.map((one) => cosine(one, requested)).sort((one, other) => other - one);
        for (const [at, one] of top.sorted().entries()) {
          expect(Math.abs(one.score - (best[at] ?? 0))).toBeLessThan(0.02);
          expect(Math.abs(one.score - cosine(held[one.chunkId - 1] ?? requested, requested))).toBeLessThan(0.02);
        }
      }),
    );
  });
});

describe('embedLocally', () => {
  it('returns the same normalized vector for the same text, for any text', () => {
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

  it('places texts with common wording closer than others, in both scripts', () => {
    const near = (one: string, other: string) => cosine(embedLocally(one), embedLocally(other));
    expect(near('怎么重置密码', '重置密码的方法')).toBeGreaterThan(near('怎么重置密码', '会员续费的方法') + 0.2);
    expect(near('resetting passwords', 'reset the password')).toBeGreaterThan(near('resetting passwords', 'invoices'));
  });
});
