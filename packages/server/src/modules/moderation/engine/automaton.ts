import type { Steps } from '../../../platform/store/search/characters.ts';
import type { Trie } from './trie.ts';

/** Called for each occurrence: the pattern's number, and the index of the unit that ends it. */
type OnMatch = (pattern: number, last: number) => void;

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
const textAtOnce = 8192;

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
    if (i % textAtOnce === 0) yield;
  }
  return tables;
}

/** States in the order of their depth, the start first (counting sort). */
function* statesByDepth(trie: Trie): Steps<Int32Array> {
  const positions = new Int32Array(0x10002);
  for (let state = 0; state < trie.states; state += 1) {
    const above = (trie.depth[state] as number) + 1;
    positions[above] = (positions[above] as number) + 1;
    if (state % textAtOnce === 0) yield;
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
    if (state % textAtOnce === 0) yield;
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

/** Where the states of a tree stand: a state's child by `unit` is at `base[slot] + unit`, its parent's slot in `check`. */
interface PlacedStates {
  /** Slot of each state of the tree; the start is slot 0. */
  readonly slots: Int32Array;
  readonly root: Int32Array;
  readonly base: Int32Array;
  /** Padded, so that any slot's base plus any unit is inside; -1 where no child stands. */
  readonly check: Int32Array;
}

/** The start's children take the slots below this, all others those from it on, so that no base is below 0. */
const firstSlot = 0x10000;
/** Slots tried, or states gone through, between two yields. */
const cellsAtOnce = 16_384;
/** A search that tried so many slots moves the start of later searches up; single children fill the gaps. */
const timeoutMs = 64;

/** Finds a base for every state, those with most children first. Yields every millisecond or so of work. */
function* placeStates(trie: Trie): Steps<PlacedStates> {
  const family = yield* childrenByParent(trie);
  const parents = yield* parentsByChildren(family, trie.states);
  const layout = new Layout(trie.states);
  const slots = new Int32Array(trie.states);
  const bases = new Int32Array(trie.states);
  let work = 0;
  for (const state of parents) {
    const children = family.children.subarray(family.first[state], family.first[state + 1]);
    work += layout.place(children, trie.unit) + children.length;
    bases[state] = layout.base;
    for (const child of children) slots[child] = layout.base + (trie.unit[child] as number);
    if (work > cellsAtOnce) {
      work = 0;
      yield;
    }
  }
  const root = placeRoot(family, trie, slots);
  return yield* link(trie, slots, bases, root, layout.end);
}

/** Children grouped by parent: those of `p` are `children[first[p]]` up to `children[first[p + 1]]`. */
interface Family {
  readonly first: Int32Array;
  readonly children: Int32Array;
}

function* childrenByParent(trie: Trie): Steps<Family> {
  const first = new Int32Array(trie.states + 1);
  for (let state = 1; state < trie.states; state += 1) {
    const after = (trie.parent[state] as number) + 1;
    first[after] = (first[after] as number) + 1;
    if (state % cellsAtOnce === 0) yield;
  }
  for (let state = 1; state <= trie.states; state += 1) {
    first[state] = (first[state] as number) + (first[state - 1] as number);
    if (state % cellsAtOnce === 0) yield;
  }
  const cursor = first.slice();
  const children = new Int32Array(trie.states - 1);
  for (let state = 1; state < trie.states; state += 1) {
    const parent = trie.parent[state] as number;
    children[cursor[parent] as number] = state;
    cursor[parent] = (cursor[parent] as number) + 1;
    if (state % cellsAtOnce === 0) yield;
  }
  return { first, children };
}

/**
 * Every state but the start that has children, those with most first; past a hundred the order does not matter
 * (counting sort).
 */
function* parentsByChildren(family: Family, states: number): Steps<Int32Array> {
  const most = 100;
  const rankOf = (state: number) =>
    most - Math.min(most, (family.first[state + 1] as number) - (family.first[state] as number));
  const positions = new Int32Array(most + 2);
  for (let state = 1; state < states; state += 1) {
    const above = rankOf(state) + 1;
    positions[above] = (positions[above] as number) + 1;
    if (state % cellsAtOnce === 0) yield;
  }
  for (let rank = 1; rank < positions.length; rank += 1) {
    positions[rank] = (positions[rank] as number) + (positions[rank - 1] as number);
  }
  const parents = positions[most] as number;
  const order = new Int32Array(states);
  for (let state = 1; state < states; state += 1) {
    const place = positions[rankOf(state)] as number;
    order[place] = state;
    positions[rankOf(state)] = place + 1;
    if (state % cellsAtOnce === 0) yield;
  }
  return order.subarray(0, parents);
}

function placeRoot(family: Family, trie: Trie, slots: Int32Array): Int32Array {
  const root = new Int32Array(0x10000);
  const children = family.children.subarray(family.first[0], family.first[1]);
  for (const [index, child] of children.entries()) {
    slots[child] = index + 1;
    root[trie.unit[child] as number] = index + 1;
  }
  return root;
}

function* link(trie: Trie, slots: Int32Array, bases: Int32Array, root: Int32Array, end: number): Steps<PlacedStates> {
  const base = new Int32Array(end);
  const check = new Int32Array(end + 0x10000).fill(-1);
  for (let state = 1; state < trie.states; state += 1) {
    const slot = slots[state] as number;
    base[slot] = bases[state] as number;
    check[slot] = slots[trie.parent[state] as number] as number;
    if (state % cellsAtOnce === 0) yield;
  }
  return { slots, root, base, check };
}

/** Which slots are taken. */
class Layout {
  /** Of the state placed last. */
  base = 0;
  /** One past the last slot taken. */
  end = firstSlot;
  #taken: Uint8Array;
  /** Where the search for several children starts, and the first slot that may be free. */
  #from = firstSlot;
  #free = firstSlot;

  constructor(states: number) {
    this.#taken = new Uint8Array(firstSlot * 2 + Math.ceil(states * 1.25));
  }

  /** Finds room for children whose units differ; answers how many slots it tried. */
  place(children: Int32Array, units: Uint16Array): number {
    const anchor = units[children[0] as number] as number;
    const start = children.length === 1 ? this.#free : this.#from;
    let slot = start;
    while (!this.#fits(slot - anchor, children, units)) slot += 1;
    const tried = slot - start + 1;
    if (children.length === 1) this.#free = slot + 1;
    else if (tried > timeoutMs) this.#from = slot;
    this.base = slot - anchor;
    for (const child of children) {
      const place = this.base + (units[child] as number);
      this.#taken[place] = 1;
      if (place >= this.end) this.end = place + 1;
    }
    return tried;
  }

  #fits(base: number, children: Int32Array, units: Uint16Array): boolean {
    if (base + 0x10000 > this.#taken.length) this.#grow(base + 0x10000);
    for (const child of children) {
      const place = base + (units[child] as number);
      if (place < firstSlot || this.#taken[place] === 1) return false;
    }
    return true;
  }

  #grow(needed: number): void {
    const taken = new Uint8Array(needed * 2);
    taken.set(this.#taken);
    this.#taken = taken;
  }
}
