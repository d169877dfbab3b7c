import { setImmediate as breathe } from 'node:timers/promises';
import type { Quantised } from './quantise.ts';
import { type Scored, TopScores } from './top-scores.ts';
import { type Question, VectorBlock } from './vector-block.ts';

/** Bytes of one block: a scan of it takes a few ms. */
const blockBytes = 2 * 1024 * 1024;

/** The vectors of one generation of a base in memory, up to a version of it. */
export class BaseVectors {
  readonly dims: number;
  version: number;
  readonly #blocks: VectorBlock[] = [];

  constructor(dims: number, version: number) {
    this.dims = dims;
    this.version = version;
  }

  /** What the vectors of a base will take, in bytes. */
  static bytesFor(dims: number, count: number): number {
    return count * (dims + 12);
  }

  get bytes(): number {
    return this.#blocks.reduce((sum, block) => sum + block.bytes, 0);
  }

  /** For chunks that are not here yet. `expected` is how many are still to come, so that the last block is no larger. */
  add(chunkId: number, vector: Quantised, expected: number): void {
    let open = this.#blocks.find((block) => !block.isFull);
    if (open === undefined) {
      const space = Math.max(1, Math.floor(blockBytes / this.dims));
      open = new VectorBlock(this.dims, Math.min(space, Math.max(expected, 256)));
      this.#blocks.push(open);
    }
    open.add(chunkId, vector);
  }

  remove(chunkIds: ReadonlySet<number>): void {
    for (const block of this.#blocks) block.remove(chunkIds);
  }

  /** The nearest chunks, exactly; gives way to others between blocks. */
  async nearest(question: Question, most: number): Promise<Scored[]> {
    const top = new TopScores(most);
    for (const [at, block] of this.#blocks.entries()) {
      if (at > 0) await breathe();
      block.scan(question, top);
    }
    return top.sorted();
  }

  scoresOf(question: Question, chunkIds: ReadonlySet<number>): Map<number, number> {
    const scores = new Map<number, number>();
    for (const block of this.#blocks) block.scoresOf(question, chunkIds, scores);
    return scores;
  }
}
