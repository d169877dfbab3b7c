import type { Reader } from '../store/database.ts';
import { BaseVectors } from './base-vectors.ts';
import type { BasePlace } from './put-vectors.ts';
import { countVectors, readHead, readVectors, type StoredVector, type VectorHead } from './read-vectors.ts';
import { type Scored, TopScores } from './top-scores.ts';
import { questionOf, VectorBlock } from './vector-block.ts';

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
  ask(read: Reader, place: BasePlace, question: Float32Array): Promise<Nearness>;
  /** Of all that is held. */
  readonly bytes: number;
}

/** What all bases together may hold: one of 100,000 chunks with 256 dimensions, and some small ones. */
const usualBytes = 32 * 1024 * 1024;

const nothing: Nearness = { nearest: async () => [], scoresOf: async () => new Map() };

/** The vectors of the bases that are asked, the least recently asked one given up first. A base that is too large is read each time. */
export function createVectorCache(mostBytes = usualBytes): VectorCache {
  const held = new Map<string, BaseVectors>();
  /** One at a time brings a base up to date. */
  const turns = new Map<string, Promise<BaseVectors | null>>();
  const bytes = () => [...held.values()].reduce((sum, base) => sum + base.bytes, 0);

  const makeRoom = (needed: number) => {
    for (const key of held.keys()) {
      if (bytes() + needed <= mostBytes) return;
      // Whoever scans it just now keeps it until then.
      held.delete(key);
    }
  };

  const current = async (
    read: Reader,
    place: BasePlace,
    head: VectorHead,
    key: string,
  ): Promise<BaseVectors | null> => {
    const known = held.get(key);
    held.delete(key);
    if (known && known.version >= head.oldest && known.dims === head.dims) {
      if (known.version < head.version) await follow(read, place, known, head.version);
      makeRoom(known.bytes);
      held.set(key, known);
      return known;
    }
    const needed = BaseVectors.bytesFor(head.dims, await countVectors(read, place));
    if (needed > mostBytes) return null;
    makeRoom(needed);
    const base = await load(read, place, head, needed);
    held.set(key, base);
    return base;
  };

  const inTurn = (read: Reader, place: BasePlace, head: VectorHead): Promise<BaseVectors | null> => {
    const key = `${place.knowledgeId}.${place.generation}`;
    const before = turns.get(key) ?? Promise.resolve(null);
    const mine = before.then(() => current(read, place, head, key));
    const settled = mine.catch(() => null);
    turns.set(key, settled);
    void settled.then(() => turns.get(key) === settled && turns.delete(key));
    return mine;
  };

  return {
    get bytes() {
      return bytes();
    },
    async ask(read, place, question) {
      const head = await readHead(read, place);
      if (head === null || head.dims === 0) return nothing;
      if (head.dims !== question.length) throw new ForeignQuestion(`${question.length} dimensions, not ${head.dims}`);
      const asked = questionOf(question);
      const base = await inTurn(read, place, head);
      if (base === null) return streamed(read, place, head, asked);
      return {
        nearest: (most) => base.nearest(asked, most),
        scoresOf: async (ids) => base.scoresOf(asked, new Set(ids)),
      };
    },
  };
}

async function load(read: Reader, place: BasePlace, head: VectorHead, bytes: number): Promise<BaseVectors> {
  const base = new BaseVectors(head.dims, head.version);
  let left = Math.ceil(bytes / (head.dims + 12));
  for await (const page of readVectors(read, place, null)) {
    for (const stored of page) {
      put(base, stored, left);
      left -= 1;
    }
  }
  return base;
}

function put(base: BaseVectors, { chunkId, vector }: StoredVector, expected: number): void {
  if (vector !== null && vector.steps.length === base.dims) base.add(chunkId, vector, expected);
}

/** What changed since then replaces what was there. A change is seen whole, since versions become visible in their order. */
async function follow(read: Reader, place: BasePlace, base: BaseVectors, version: number): Promise<void> {
  for await (const page of readVectors(read, place, base.version)) {
    base.remove(new Set(page.map(({ chunkId }) => chunkId)));
    for (const stored of page) put(base, stored, page.length);
  }
  base.version = version;
}

/** A base that does not fit into memory, block by block from the database. */
function streamed(
  read: Reader,
  place: BasePlace,
  { dims }: VectorHead,
  question: ReturnType<typeof questionOf>,
): Nearness {
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
