import { setImmediate as breathe } from 'node:timers/promises';
import type { Reader } from '../../../../platform/store/database.ts';
import {
  type BasePlace,
  countVectors,
  readHead,
  readVectors,
  type StoredVector,
  type VectorHead,
} from './read-vectors.ts';
import { createQuestion, type Quantised, type Question, type Scored, TopScores, VectorBlock } from './vector-block.ts';

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

/** Bytes of one block: a scan of it takes a few ms. */
const blockBytes = 2 * 1024 * 1024;

/** The vectors of one generation of a base in memory, up to a version of it. */
class BaseVectors {
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

/** The bases that are held in memory, brought up to date by one caller at a time; the least recently asked one goes first. */
class HeldBases {
  readonly #maxBytes: number;
  readonly #held = new Map<string, BaseVectors>();
  /** Who brings a base up to date just now. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return [...this.#held.values()].reduce((sum, base) => sum + base.bytes, 0);
  }

  /** A base as its head says it is; null when it is too large to be held. */
  async current(read: Reader, place: BasePlace, head: VectorHead): Promise<BaseVectors | null> {
    const key = `${place.knowledgeId}.${place.generation}`;
    const before = this.#turns.get(key) ?? Promise.resolve();
    const mine = before.then(() => this.#bring(read, place, head, key));
    const settled = mine.catch(() => null);
    this.#turns.set(key, settled);
    void settled.then(() => this.#turns.get(key) === settled && this.#turns.delete(key));
    return mine;
  }

  async #bring(read: Reader, place: BasePlace, head: VectorHead, key: string): Promise<BaseVectors | null> {
    const known = this.#held.get(key);
    this.#held.delete(key);
    const follows = known !== undefined && known.version >= head.oldest && known.dims === head.dims;
    const base = follows ? await followed(read, place, known, head.version) : await this.#load(read, place, head);
    if (base === null || base.bytes > this.#maxBytes) return base;
    this.#makeSpace(base.bytes);
    this.#held.set(key, base);
    return base;
  }

  async #load(read: Reader, place: BasePlace, head: VectorHead): Promise<BaseVectors | null> {
    const count = await countVectors(read, place);
    const needed = BaseVectors.bytesFor(head.dims, count);
    if (needed > this.#maxBytes) return null;
    this.#makeSpace(needed);
    const base = new BaseVectors(head.dims, head.version);
    let left = count;
    for await (const page of readVectors(read, place, null)) {
      for (const stored of page) put(base, stored, left);
      left -= page.length;
    }
    return base;
  }

  /** Whoever scans a base that goes keeps it until then. */
  #makeSpace(needed: number): void {
    for (const key of this.#held.keys()) {
      if (this.bytes + needed <= this.#maxBytes) return;
      this.#held.delete(key);
    }
  }
}

function put(base: BaseVectors, { chunkId, vector }: StoredVector, expected: number): void {
  if (vector !== null && vector.steps.length === base.dims) base.add(chunkId, vector, expected);
}

/** What changed since then replaces what was there. A change is seen whole, since versions become visible in their order. */
async function followed(read: Reader, place: BasePlace, base: BaseVectors, version: number): Promise<BaseVectors> {
  if (base.version >= version) return base;
  for await (const page of readVectors(read, place, base.version)) {
    base.remove(new Set(page.map(({ chunkId }) => chunkId)));
    for (const stored of page) put(base, stored, page.length);
  }
  base.version = version;
  return base;
}
