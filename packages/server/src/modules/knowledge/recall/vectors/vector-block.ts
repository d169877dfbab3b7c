/** A chunk and its cosine similarity, -1 to 1. */
export interface Scored {
  readonly chunkId: number;
  readonly score: number;
}

/** Collects the best scores in a heap whose root is the lowest of them. */
export class TopScores {
  readonly #ids: Float64Array;
  readonly #scores: Float64Array;
  #count = 0;

  constructor(most: number) {
    this.#ids = new Float64Array(most);
    this.#scores = new Float64Array(most);
  }

  /** A score must be above this value to be added. */
  get floor(): number {
    return this.#count < this.#scores.length ? Number.NEGATIVE_INFINITY : (this.#scores[0] ?? Number.POSITIVE_INFINITY);
  }

  offer(id: number, score: number): void {
    if (score <= this.floor) return;
    if (this.#count < this.#scores.length) {
      this.#count += 1;
      this.#up(this.#count - 1, id, score);
    } else this.#down(id, score);
  }

  /** Returns the best first and ties by ID, so that results are reproducible. */
  sorted(): Scored[] {
    const all = Array.from({ length: this.#count }, (_, at) => ({
      chunkId: this.#ids[at] ?? 0,
      score: this.#scores[at] ?? 0,
    }));
    return all.sort((one, other) => other.score - one.score || one.chunkId - other.chunkId);
  }

  #put(at: number, id: number, score: number): void {
    this.#ids[at] = id;
    this.#scores[at] = score;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#ids[from] ?? 0, this.#scores[from] ?? 0);
  }

  #up(start: number, id: number, score: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#scores[parent] ?? 0) <= score) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, id, score);
  }

  /** Replaces the lowest score. */
  #down(id: number, score: number): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= this.#count) break;
      const right = left + 1;
      const child = right < this.#count && (this.#scores[right] ?? 0) < (this.#scores[left] ?? 0) ? right : left;
      if ((this.#scores[child] ?? 0) >= score) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, id, score);
  }
}

/** A vector with one byte per dimension: value ≈ steps × scale, with an error of at most half a scale. */
export interface Quantised {
  readonly scale: number;
  readonly steps: Int8Array;
}

const most = 127;
/** Maximum dimensions of an embedding. */
export const maxDims = 4096;

/** Normalizes a vector to length 1. The zero vector is unchanged. Throws RangeError for an invalid vector. */
export function normalizeVector(vector: ArrayLike<number>): Float32Array {
  if (vector.length === 0 || vector.length > maxDims) throw new RangeError(`a vector of ${vector.length} dimensions`);
  const made = Float32Array.from(vector);
  let square = 0;
  for (const value of made) square += value * value;
  if (!Number.isFinite(square)) throw new RangeError('a vector holds what is no finite number');
  const length = Math.sqrt(square);
  return length === 0 ? made : made.map((value) => value / length);
}

export function quantise(vector: Float32Array): Quantised {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = Math.fround(largest / most);
  const steps = new Int8Array(vector.length);
  if (scale === 0) return { scale: 0, steps };
  for (let at = 0; at < vector.length; at += 1) {
    steps[at] = Math.max(-most, Math.min(most, Math.round((vector[at] ?? 0) / scale)));
  }
  return { scale, steps };
}

const scaleBytes = 4;

/** Serializes the scale, little-endian, and the steps. */
export function toBlob({ scale, steps }: Quantised): Buffer {
  const blob = Buffer.allocUnsafe(scaleBytes + steps.length);
  blob.writeFloatLE(scale, 0);
  Buffer.from(steps.buffer, steps.byteOffset, steps.length).copy(blob, scaleBytes);
  return blob;
}

export function fromBlob(blob: Buffer): Quantised {
  return {
    scale: blob.readFloatLE(0),
    steps: new Int8Array(blob.buffer, blob.byteOffset + scaleBytes, blob.length - scaleBytes),
  };
}

/** A question vector with two bytes per dimension: more precise than the stored vectors, still integers. */
export interface Question {
  readonly scale: number;
  readonly steps: Int16Array;
}

/** Returns the maximum step: that of two bytes, or less when a quarter of the products could overflow 32 bits. */
function getMaxStep(dims: number): number {
  return Math.min(32_767, Math.floor(2 ** 31 / (127 * (Math.ceil(dims / 4) + 4))));
}

export function createQuestion(vector: Float32Array): Question {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest / getMaxStep(vector.length);
  return { scale, steps: Int16Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale))) };
}

/** Returns the dot product. Uses four independent integer sums, which the CPU can compute in parallel. */
function computeDotProduct(mine: Int8Array, from: number, question: Int16Array): number {
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

/** A fixed capacity of vectors in contiguous memory. Scanning one block is short enough not to delay other work. */
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

  /** Removes chunks and moves the last ones into the gaps. */
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

  /** Adds the score of every vector to `top`, without yielding. */
  scan({ scale, steps }: Question, top: TopScores): void {
    for (let at = 0; at < this.#count; at += 1) {
      top.offer(
        this.#ids[at] ?? 0,
        computeDotProduct(this.#steps, at * this.#dims, steps) * (this.#scales[at] ?? 0) * scale,
      );
    }
  }

  /** Writes the scores of the given chunks in this block to `into`. */
  scoresOf({ scale, steps }: Question, ids: ReadonlySet<number>, into: Map<number, number>): void {
    for (let at = 0; at < this.#count; at += 1) {
      const id = this.#ids[at] ?? 0;
      if (ids.has(id))
        into.set(id, computeDotProduct(this.#steps, at * this.#dims, steps) * (this.#scales[at] ?? 0) * scale);
    }
  }
}
