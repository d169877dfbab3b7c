import type { Quantised } from './quantise.ts';
import type { TopScores } from './top-scores.ts';

/** A question's vector in two bytes a dimension: sharper than what it is compared with, and still whole numbers. */
export interface Question {
  readonly scale: number;
  readonly steps: Int16Array;
}

/** Steps that two bytes hold, or fewer when a quarter of the products would not add up within 32 bits. */
function sharpest(dims: number): number {
  return Math.min(32_767, Math.floor(2 ** 31 / (127 * (Math.ceil(dims / 4) + 4))));
}

export function createQuestion(vector: Float32Array): Question {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / sharpest(vector.length);
  return { scale, steps: Int16Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale))) };
}

/** The sum of products from a place on: four sums of whole numbers side by side, so that none waits for the one before it. */
function product(mine: Int8Array, from: number, question: Int16Array): number {
  const dims = question.length;
  const even = dims & ~3;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let place = from;
  let dim = 0;
  for (; dim < even; dim += 4, place += 4) {
    a = (a + Math.imul(mine[place] as number, question[dim] as number)) | 0;
    b = (b + Math.imul(mine[place + 1] as number, question[dim + 1] as number)) | 0;
    c = (c + Math.imul(mine[place + 2] as number, question[dim + 2] as number)) | 0;
    d = (d + Math.imul(mine[place + 3] as number, question[dim + 3] as number)) | 0;
  }
  for (; dim < dims; dim += 1, place += 1) a = (a + Math.imul(mine[place] as number, question[dim] as number)) | 0;
  return a + b + c + d;
}

/** Up to a fixed number of vectors side by side in memory. A scan of one is a slice of work that holds nobody up. */
export class VectorBlock {
  readonly #dims: number;
  readonly #steps: Int8Array;
  readonly #scales: Float32Array;
  readonly #ids: Float64Array;
  #count = 0;

  constructor(dims: number, space: number) {
    this.#dims = dims;
    this.#steps = new Int8Array(dims * space);
    this.#scales = new Float32Array(space);
    this.#ids = new Float64Array(space);
  }

  get isFull(): boolean {
    return this.#count === this.#ids.length;
  }

  get bytes(): number {
    return this.#steps.byteLength + this.#scales.byteLength + this.#ids.byteLength;
  }

  add(id: number, { scale, steps }: Quantised): void {
    this.#steps.set(steps, this.#count * this.#dims);
    this.#scales[this.#count] = scale;
    this.#ids[this.#count] = id;
    this.#count += 1;
  }

  /** Takes chunks out; the last ones move into their places. */
  remove(ids: ReadonlySet<number>): void {
    const dims = this.#dims;
    for (let at = this.#count - 1; at >= 0; at -= 1) {
      if (!ids.has(this.#ids[at] ?? 0)) continue;
      const last = this.#count - 1;
      this.#steps.copyWithin(at * dims, last * dims, (last + 1) * dims);
      this.#scales[at] = this.#scales[last] ?? 0;
      this.#ids[at] = this.#ids[last] ?? 0;
      this.#count = last;
    }
  }

  /** Offers every vector; all of it in one go. */
  scan({ scale, steps }: Question, top: TopScores): void {
    for (let at = 0; at < this.#count; at += 1) {
      top.offer(this.#ids[at] ?? 0, product(this.#steps, at * this.#dims, steps) * (this.#scales[at] ?? 0) * scale);
    }
  }

  /** Scores of some chunks, those that are here. */
  scoresOf({ scale, steps }: Question, ids: ReadonlySet<number>, into: Map<number, number>): void {
    for (let at = 0; at < this.#count; at += 1) {
      const id = this.#ids[at] ?? 0;
      if (ids.has(id)) into.set(id, product(this.#steps, at * this.#dims, steps) * (this.#scales[at] ?? 0) * scale);
    }
  }
}
