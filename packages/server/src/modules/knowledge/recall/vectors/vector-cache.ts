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

/** Thrown when the question vector is from another model than the stored vectors. */
export class ForeignQuestion extends Error {
  override readonly name = 'ForeignQuestion';
}

/** Similarity of chunks to one question. */
export interface Nearness {
  /** Returns the exact nearest chunks, the best first. */
  nearest(most: number): Promise<Scored[]>;
  /** Returns the scores of the given chunks. Chunks without a vector are omitted. */
  scoresOf(chunkIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

export interface VectorCache {
  /** Includes everything that any process committed before the call. Throws ForeignQuestion. */
  prompt(read: Reader, place: BasePlace, question: Float32Array): Promise<Nearness>;
  /** Bytes of all cached vectors. */
  readonly bytes: number;
}

/** Default cache size: enough for 100,000 chunks with 256 dimensions and some small bases. */
const usualBytes = 32 * 1024 * 1024;

const nothing: Nearness = { nearest: async () => [], scoresOf: async () => new Map() };

/** Creates a cache for the vectors of searched bases. A base above the cache size is read for each search. */
export function createVectorCache(maxBytes = usualBytes): VectorCache {
  const held = new CachedBases(maxBytes);
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
      if (base === null) return createStreamedNearness(read, place, head, requested);
      return {
        nearest: (most) => base.nearest(requested, most),
        scoresOf: async (ids) => base.scoresOf(requested, new Set(ids)),
      };
    },
  };
}

/** Reads a base that does not fit into memory block by block from the database. */
function createStreamedNearness(read: Reader, place: BasePlace, { dims }: VectorHead, question: Question): Nearness {
  const visitBlocks = async (look: (block: VectorBlock) => void) => {
    for await (const page of readVectors(read, place, null)) {
      const block = new VectorBlock(dims, page.length);
      for (const { chunkId, vector } of page) if (vector?.steps.length === dims) block.add(chunkId, vector);
      look(block);
    }
  };
  return {
    async nearest(most) {
      const top = new TopScores(most);
      await visitBlocks((block) => block.scan(question, top));
      return top.sorted();
    },
    async scoresOf(chunkIds) {
      const ids = new Set(chunkIds);
      const scores = new Map<number, number>();
      await visitBlocks((block) => block.scoresOf(question, ids, scores));
      return scores;
    },
  };
}

/** Bytes of one block. Scanning it takes a few ms. */
const blockBytes = 2 * 1024 * 1024;

/** The vectors of an index version in memory, as of `version`. */
class BaseVectors {
  readonly dims: number;
  version: number;
  readonly #blocks: VectorBlock[] = [];

  constructor(dims: number, version: number) {
    this.dims = dims;
    this.version = version;
  }

  /** Returns the memory that the vectors of a base need, in bytes. */
  static bytesFor(dims: number, count: number): number {
    return count * (dims + 12);
  }

  get bytes(): number {
    return this.#blocks.reduce((sum, block) => sum + block.bytes, 0);
  }

  /** Adds a new chunk. `expected` is the number of chunks still to come, which limits the size of the last block. */
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

  /** Returns the exact nearest chunks. Yields to other work between blocks. */
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

/** Bases in memory. One caller at a time updates a base. The least recently used base is evicted first. */
class CachedBases {
  readonly #maxBytes: number;
  readonly #held = new Map<string, BaseVectors>();
  /** Pending updates by base. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return [...this.#held.values()].reduce((sum, base) => sum + base.bytes, 0);
  }

  /** Returns a base updated to the version of its head; null when it is too large for the cache. */
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
    const base = follows ? await applyChanges(read, place, known, head.version) : await this.#load(read, place, head);
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

  /** Evicts bases until the needed bytes fit. A running scan keeps its reference to an evicted base. */
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

/** Applies the changes since the version of the base. Changes are complete, because versions become visible in order. */
async function applyChanges(read: Reader, place: BasePlace, base: BaseVectors, version: number): Promise<BaseVectors> {
  if (base.version >= version) return base;
  for await (const page of readVectors(read, place, base.version)) {
    base.remove(new Set(page.map(({ chunkId }) => chunkId)));
    for (const stored of page) put(base, stored, page.length);
  }
  base.version = version;
  return base;
}
