import type { Reader } from '../../../platform/store/database.ts';
import { BaseVectors } from './vectors/base-vectors.ts';
import type { BasePlace } from './vectors/put-vectors.ts';
import { countVectors, readVectors, type StoredVector, type VectorHead } from './vectors/read-vectors.ts';

/** The bases that are held in memory, brought up to date by one caller at a time; the least recently asked one goes first. */
export class HeldBases {
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
