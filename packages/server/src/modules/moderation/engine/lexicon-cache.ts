import { createNormalizer } from '../../../platform/store/search/normalize.ts';
import { buildLexiconInSlices, type Lexicon, type LexiconSource } from './lexicon.ts';

/** Reads the words. `since` is the version in use, null at first. Resolves to null when nothing has changed since. */
export type LexiconLoader = (since: number | null) => Promise<LexiconSource | null>;

export interface LexiconCacheOptions {
  /** How long a build may block the event loop at a time, in ms. Default: 10. */
  readonly sliceMs?: number;
  /** Pause between the end of one build and the start of the next, in ms. Default: 200. */
  readonly restMs?: number;
}

export interface LexiconCache {
  /** Returns the lexicon in use without waiting; null before the first one is built. */
  current(): Lexicon | null;
  /** Returns the lexicon in use; waits only if there is none yet. */
  get(): Promise<Lexicon>;
  /**
   * Calls the loader again and resolves when its result is in use. The previous lexicon serves until then. Calls made during a
   * build share the build after it. Rejects if the loader fails; the previous lexicon remains in use.
   */
  refresh(): Promise<Lexicon>;
}

export function createLexiconCache(load: LexiconLoader, options: LexiconCacheOptions = {}): LexiconCache {
  return new Cache(load, options.sliceMs ?? 10, options.restMs ?? 200);
}

class Cache implements LexiconCache {
  readonly #load: LexiconLoader;
  readonly #sliceMs: number;
  readonly #restMs: number;
  readonly #normalize = createNormalizer();
  #current: Lexicon | null = null;
  #running: Promise<Lexicon> | null = null;
  #next: Promise<Lexicon> | null = null;
  /** When the last build ended, in ms of `performance.now()`. */
  #builtAt = Number.NEGATIVE_INFINITY;

  constructor(load: LexiconLoader, sliceMs: number, restMs: number) {
    this.#load = load;
    this.#sliceMs = sliceMs;
    this.#restMs = restMs;
  }

  current(): Lexicon | null {
    return this.#current;
  }

  get(): Promise<Lexicon> {
    if (this.#current !== null) return Promise.resolve(this.#current);
    return this.#running ?? this.refresh();
  }

  refresh(): Promise<Lexicon> {
    if (this.#next !== null) return this.#next;
    if (this.#running === null) return this.#start();
    this.#next = this.#running.then(
      () => this.#startNext(),
      () => this.#startNext(),
    );
    return this.#next;
  }

  #startNext(): Promise<Lexicon> {
    this.#next = null;
    return this.#start();
  }

  #start(): Promise<Lexicon> {
    const running = this.#build().finally(() => {
      this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #build(): Promise<Lexicon> {
    await this.#rest();
    const source = await this.#load(this.#current?.version ?? null);
    if (source === null || source.version === this.#current?.version) {
      if (this.#current === null) throw new Error('the first load of a lexicon answered nothing');
      return this.#current;
    }
    const lexicon = await buildLexiconInSlices(source, { normalize: this.#normalize }, this.#sliceMs);
    this.#current = lexicon;
    this.#builtAt = performance.now();
    return lexicon;
  }

  async #rest(): Promise<void> {
    const left = this.#builtAt + this.#restMs - performance.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left).unref());
  }
}
