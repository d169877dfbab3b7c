import type { Steps } from '../../../platform/store/search/characters.ts';
import { placeStates } from './double-array.ts';
import type { Trie } from './trie.ts';

/** Called for each occurrence: the pattern's number, and the index of the unit that ends it. */
export type OnMatch = (pattern: number, last: number) => void;

/** All occurrences of many patterns over UTF-16 units, in one pass (Aho-Corasick). Immutable. */
export interface Automaton {
  readonly patterns: number;
  /** Bytes held by the tables. */
  readonly bytes: number;
  /** The state after `unit`; 0 is the start. */
  step(state: number, unit: number): number;
  /** Calls back for each pattern that ends in `state`, the longest first. */
  report(state: number, last: number, onMatch: OnMatch): void;
  /** Reads `units` from `from` to `to`, starting in `state`; answers the state to go on in. */
  scan(units: Uint16Array, from: number, to: number, state: number, onMatch: OnMatch): number;
}

/** States gone through between two yields. */
const chunk = 8192;

/**
 * Lays the tree out as a double array and links every state to its longest suffix. Yields every millisecond or so of
 * work, so that a caller can let others run; the tree may not change meanwhile.
 */
export function* buildAutomaton(trie: Trie): Steps<Automaton> {
  const placed = yield* placeStates(trie);
  const fail = new Int32Array(placed.base.length);
  const ending = new Int32Array(placed.base.length);
  const output = new Int32Array(placed.base.length);
  const tables = new DoubleArray({ ...placed, fail, ending, output, next: Int32Array.from(trie.next) });
  const order = yield* statesByDepth(trie);
  for (let i = 1; i < order.length; i += 1) {
    const state = order[i] as number;
    const slot = placed.slots[state] as number;
    if ((trie.depth[state] as number) > 1) {
      const parent = placed.slots[trie.parent[state] as number] as number;
      fail[slot] = tables.step(fail[parent] as number, trie.unit[state] as number);
    }
    output[slot] = trie.output[state] as number;
    ending[slot] = output[slot] === 0 ? (ending[fail[slot] as number] as number) : slot;
    if (i % chunk === 0) yield;
  }
  return tables;
}

/** States in the order of their depth, the start first (counting sort). */
function* statesByDepth(trie: Trie): Steps<Int32Array> {
  const positions = new Int32Array(0x10002);
  for (let state = 0; state < trie.states; state += 1) {
    const above = (trie.depth[state] as number) + 1;
    positions[above] = (positions[above] as number) + 1;
    if (state % chunk === 0) yield;
  }
  for (let depth = 1; depth < positions.length; depth += 1) {
    positions[depth] = (positions[depth] as number) + (positions[depth - 1] as number);
  }
  const order = new Int32Array(trie.states);
  for (let state = 0; state < trie.states; state += 1) {
    const depth = trie.depth[state] as number;
    const place = positions[depth] as number;
    order[place] = state;
    positions[depth] = place + 1;
    if (state % chunk === 0) yield;
  }
  return order;
}

interface Arrays {
  /** The start's transitions, by unit. */
  readonly root: Int32Array;
  /** Any other state's child by `unit` is `base[state] + unit`, if `check` of that is the state. */
  readonly base: Int32Array;
  readonly check: Int32Array;
  /** The state of the longest proper suffix that is in the tree. */
  readonly fail: Int32Array;
  /** The longest suffix, the state itself included, in which a pattern ends; 0 when there is none. */
  readonly ending: Int32Array;
  /** A pattern that ends in a state, plus one, and for each pattern the next that ends there, plus one. */
  readonly output: Int32Array;
  readonly next: Int32Array;
}

class DoubleArray implements Automaton {
  readonly #arrays: Arrays;

  constructor(arrays: Arrays) {
    this.#arrays = arrays;
  }

  get patterns(): number {
    return this.#arrays.next.length;
  }

  get bytes(): number {
    const { root, base, check, fail, ending, output, next } = this.#arrays;
    return [root, base, check, fail, ending, output, next].reduce((sum, table) => sum + table.byteLength, 0);
  }

  step(from: number, unit: number): number {
    const { root, base, check, fail } = this.#arrays;
    for (let state = from; state !== 0; state = fail[state] as number) {
      const child = (base[state] as number) + unit;
      if (check[child] === state) return child;
    }
    return root[unit] as number;
  }

  report(state: number, last: number, onMatch: OnMatch): void {
    const { ending, output, next, fail } = this.#arrays;
    for (let at = ending[state] as number; at !== 0; at = ending[fail[at] as number] as number) {
      for (let pattern = output[at] as number; pattern !== 0; pattern = next[pattern - 1] as number) {
        onMatch(pattern - 1, last);
      }
    }
  }

  scan(units: Uint16Array, from: number, to: number, start: number, onMatch: OnMatch): number {
    const { root, base, check, fail, ending } = this.#arrays;
    let state = start;
    for (let i = from; i < to; i += 1) {
      const unit = units[i] as number;
      let found = 0;
      while (state !== 0) {
        const child = (base[state] as number) + unit;
        if (check[child] === state) {
          found = child;
          break;
        }
        state = fail[state] as number;
      }
      state = found === 0 ? (root[unit] as number) : found;
      if (ending[state] !== 0) this.report(state, i, onMatch);
    }
    return state;
  }
}
