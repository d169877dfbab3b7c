import type { Reader } from '../../../../platform/store/database.ts';
import { HeldBases } from '../held-bases.ts';
import { type BasePlace, readHead, readVectors, type VectorHead } from './read-vectors.ts';
import { createQuestion, type Question, type Scored, TopScores, VectorBlock } from './vector-block.ts';

/** Vectors of another model were asked with this one's question. */
export class ForeignQuestion extends Error {
  override readonly name = 'ForeignQuestion';
}

/** Nearness to one question. */
export interface Nearness {
  /** The nearest chunks, exactly, the best first. */
  nearest(most: number): Promise<Scored[]>;
  /** Scores of chunks that are known by other ways; those without a vector are left out. */
  scoresOf(chunkIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

export interface VectorCache {
  /** Sees all that was committed before the call, by whatever process. Throws ForeignQuestion. */
  prompt(read: Reader, place: BasePlace, question: Float32Array): Promise<Nearness>;
  /** Of all that is held. */
  readonly bytes: number;
}

/** What all bases together may hold: one of 100,000 chunks with 256 dimensions, and some small ones. */
const usualBytes = 32 * 1024 * 1024;

const nothing: Nearness = { nearest: async () => [], scoresOf: async () => new Map() };

/** The vectors of the bases that are asked. A base that is too large to be held is read each time. */
export function createVectorCache(maxBytes = usualBytes): VectorCache {
  const held = new HeldBases(maxBytes);
  return {
    get bytes() {
      return held.bytes;
    },
    async prompt(read, place, question) {
      const head = await readHead(read, place);
      if (head === null || head.dims === 0) return nothing;
      if (head.dims !== question.length) throw new ForeignQuestion(`${question.length} dimensions, not ${head.dims}`);
      const requested = createQuestion(question);
      const base = await held.current(read, place, head);
      if (base === null) return streamed(read, place, head, requested);
      return {
        nearest: (most) => base.nearest(requested, most),
        scoresOf: async (ids) => base.scoresOf(requested, new Set(ids)),
      };
    },
  };
}

/** A base that does not fit into memory, block by block from the database. */
function streamed(read: Reader, place: BasePlace, { dims }: VectorHead, question: Question): Nearness {
  const blocks = async (look: (block: VectorBlock) => void) => {
    for await (const page of readVectors(read, place, null)) {
      const block = new VectorBlock(dims, page.length);
      for (const { chunkId, vector } of page) if (vector?.steps.length === dims) block.add(chunkId, vector);
      look(block);
    }
  };
  return {
    async nearest(most) {
      const top = new TopScores(most);
      await blocks((block) => block.scan(question, top));
      return top.sorted();
    },
    async scoresOf(chunkIds) {
      const ids = new Set(chunkIds);
      const scores = new Map<number, number>();
      await blocks((block) => block.scoresOf(question, ids, scores));
      return scores;
    },
  };
}
