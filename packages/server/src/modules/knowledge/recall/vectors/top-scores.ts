/** A chunk with how near it is: the cosine of the angle, -1 to 1. */
export interface Scored {
  readonly chunkId: number;
  readonly score: number;
}

/** The best of many scores, kept in a heap whose root is the worst of them. */
export class TopScores {
  readonly #ids: Float64Array;
  readonly #scores: Float64Array;
  #count = 0;

  constructor(most: number) {
    this.#ids = new Float64Array(most);
    this.#scores = new Float64Array(most);
  }

  /** A score that is not above this one is not among the best. */
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

  /** The best first; equals by id, so that the same question has the same answer. */
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

  /** Takes the place of the worst. */
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
