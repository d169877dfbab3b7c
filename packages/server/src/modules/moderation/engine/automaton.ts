import type { Steps } from '../../../platform/store/search/characters.ts';
import type { Trie } from './trie.ts';

/** Called for each occurrence with the pattern's number and the index of its last unit. */
type OnMatch = (pattern: number, last: number) => void;

/** Finds all occurrences of many patterns over UTF-16 units in one pass (Aho-Corasick). Immutable. */
export interface Automaton {
  readonly patterns: number;
  /** Size of the tables in bytes. */
  readonly bytes: number;
  /** Returns the state after `unit`; 0 is the start state. */
  step(state: number, unit: number): number;
  /** Calls `onMatch` for each pattern that ends in `state`, the longest first. */
  report(state: number, last: number, onMatch: OnMatch): void;
  /** Reads `units` from `from` to `to`, starting in `state`. Returns the state to resume from. */
  scan(units: Uint16Array, from: number, to: number, state: number, onMatch: OnMatch): number;
}

/** States processed between two yields. */
const statesPerStep = 8192;

/**
 * Lays the trie out as a double array and links every state to its longest suffix. Yields about every millisecond of work so that
 * the caller can run other tasks. The trie must not change meanwhile.
 */
export function* buildAutomaton(trie: Trie): Steps<Automaton> {
  const layout = yield* placeStates(trie);
  const fail = new Int32Array(layout.base.length);
  const ending = new Int32Array(layout.base.length);
  const output = new Int32Array(layout.base.length);
  const tables = new DoubleArray({ ...layout, fail, ending, output, next: Int32Array.from(trie.next) });
  const order = yield* sortStatesByDepth(trie);
  for (let i = 1; i < order.length; i += 1) {
    const state = order[i] as number;
    const slot = layout.slots[state] as number;
    if ((trie.depth[state] as number) > 1) {
      const parent = layout.slots[trie.parent[state] as number] as number;
      fail[slot] = tables.step(fail[parent] as number, trie.unit[state] as number);
    }
    output[slot] = trie.output[state] as number;
    ending[slot] = output[slot] === 0 ? (ending[fail[slot] as number] as number) : slot;
    if (i % statesPerStep === 0) yield;
  }
  return tables;
}

/** Returns the states ordered by depth, the start state first (counting sort). */
function* sortStatesByDepth(trie: Trie): Steps<Int32Array> {
  const positions = new Int32Array(0x10002);
  for (let state = 0; state < trie.states; state += 1) {
    const above = (trie.depth[state] as number) + 1;
    positions[above] = (positions[above] as number) + 1;
    if (state % statesPerStep === 0) yield;
  }
  for (let depth = 1; depth < positions.length; depth += 1) {
    positions[depth] = (positions[depth] as number) + (positions[depth - 1] as number);
  }
  const order = new Int32Array(trie.states);
  for (let state = 0; state < trie.states; state += 1) {
    const depth = trie.depth[state] as number;
    const position = positions[depth] as number;
    order[position] = state;
    positions[depth] = position + 1;
    if (state % statesPerStep === 0) yield;
  }
  return order;
}

interface Arrays {
  /** The transitions of the start state, by unit. */
  readonly root: Int32Array;
  /** The child of any other state by `unit` is `base[state] + unit` if `check` of that slot is the state. */
  readonly base: Int32Array;
  readonly check: Int32Array;
  /** The state of the longest proper suffix that is in the trie. */
  readonly fail: Int32Array;
  /** The longest suffix, including the state itself, in which a pattern ends; 0 when there is none. */
  readonly ending: Int32Array;
  /** `output`: a pattern that ends in the state, plus one. `next`: for each pattern, the next one that ends there, plus one. */
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

/** The layout of the states: the child of a state by `unit` is at `base[slot] + unit`, with its parent's slot in `check`. */
interface StateLayout {
  /** Slot of each state of the trie; the start state is slot 0. */
  readonly slots: Int32Array;
  readonly root: Int32Array;
  readonly base: Int32Array;
  /** Padded so that any slot's base plus any unit is within bounds; -1 where there is no child. */
  readonly check: Int32Array;
}

/** Children of the start state use the slots below this one and all other states the slots from it on, so no base is negative. */
const firstSlot = 0x10000;
/** Slots tried or states processed between two yields. */
const cellsPerStep = 16_384;
/** After a search that tries more slots than this, later searches start further up; single children fill the gaps. */
const maxSlotsTried = 64;

/** Finds a base for every state, those with the most children first. Yields about every millisecond of work. */
function* placeStates(trie: Trie): Steps<StateLayout> {
  const childIndex = yield* getChildrenByParent(trie);
  const parents = yield* getParentsByChildren(childIndex, trie.states);
  const layout = new Layout(trie.states);
  const slots = new Int32Array(trie.states);
  const bases = new Int32Array(trie.states);
  let work = 0;
  for (const state of parents) {
    const children = childIndex.children.subarray(childIndex.first[state], childIndex.first[state + 1]);
    work += layout.place(children, trie.unit) + children.length;
    bases[state] = layout.base;
    for (const child of children) slots[child] = layout.base + (trie.unit[child] as number);
    if (work > cellsPerStep) {
      work = 0;
      yield;
    }
  }
  const root = placeRoot(childIndex, trie, slots);
  return yield* link(trie, slots, bases, root, layout.end);
}

/** Children grouped by parent: those of `p` are `children[first[p]]` up to `children[first[p + 1]]`. */
interface ChildIndex {
  readonly first: Int32Array;
  readonly children: Int32Array;
}

function* getChildrenByParent(trie: Trie): Steps<ChildIndex> {
  const first = new Int32Array(trie.states + 1);
  for (let state = 1; state < trie.states; state += 1) {
    const after = (trie.parent[state] as number) + 1;
    first[after] = (first[after] as number) + 1;
    if (state % cellsPerStep === 0) yield;
  }
  for (let state = 1; state <= trie.states; state += 1) {
    first[state] = (first[state] as number) + (first[state - 1] as number);
    if (state % cellsPerStep === 0) yield;
  }
  const cursor = first.slice();
  const children = new Int32Array(trie.states - 1);
  for (let state = 1; state < trie.states; state += 1) {
    const parent = trie.parent[state] as number;
    children[cursor[parent] as number] = state;
    cursor[parent] = (cursor[parent] as number) + 1;
    if (state % cellsPerStep === 0) yield;
  }
  return { first, children };
}

/**
 * Returns every state with children except the start state, those with the most children first (counting sort). States with more
 * than a hundred children are not ordered among each other.
 */
function* getParentsByChildren(childIndex: ChildIndex, states: number): Steps<Int32Array> {
  const maxRank = 100;
  const rankOf = (state: number) =>
    maxRank - Math.min(maxRank, (childIndex.first[state + 1] as number) - (childIndex.first[state] as number));
  const positions = new Int32Array(maxRank + 2);
  for (let state = 1; state < states; state += 1) {
    const above = rankOf(state) + 1;
    positions[above] = (positions[above] as number) + 1;
    if (state % cellsPerStep === 0) yield;
  }
  for (let rank = 1; rank < positions.length; rank += 1) {
    positions[rank] = (positions[rank] as number) + (positions[rank - 1] as number);
  }
  const parents = positions[maxRank] as number;
  const order = new Int32Array(states);
  for (let state = 1; state < states; state += 1) {
    const position = positions[rankOf(state)] as number;
    order[position] = state;
    positions[rankOf(state)] = position + 1;
    if (state % cellsPerStep === 0) yield;
  }
  return order.subarray(0, parents);
}

function placeRoot(childIndex: ChildIndex, trie: Trie, slots: Int32Array): Int32Array {
  const root = new Int32Array(0x10000);
  const children = childIndex.children.subarray(childIndex.first[0], childIndex.first[1]);
  for (const [index, child] of children.entries()) {
    slots[child] = index + 1;
    root[trie.unit[child] as number] = index + 1;
  }
  return root;
}

function* link(trie: Trie, slots: Int32Array, bases: Int32Array, root: Int32Array, end: number): Steps<StateLayout> {
  const base = new Int32Array(end);
  const check = new Int32Array(end + 0x10000).fill(-1);
  for (let state = 1; state < trie.states; state += 1) {
    const slot = slots[state] as number;
    base[slot] = bases[state] as number;
    check[slot] = slots[trie.parent[state] as number] as number;
    if (state % cellsPerStep === 0) yield;
  }
  return { slots, root, base, check };
}

/** Records which slots are taken. */
class Layout {
  /** Base of the state placed last. */
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

  /** Finds slots for children with distinct units. Returns how many slots it tried. */
  place(children: Int32Array, units: Uint16Array): number {
    const anchor = units[children[0] as number] as number;
    const start = children.length === 1 ? this.#free : this.#from;
    let slot = start;
    while (!this.#fits(slot - anchor, children, units)) slot += 1;
    const tried = slot - start + 1;
    if (children.length === 1) this.#free = slot + 1;
    else if (tried > maxSlotsTried) this.#from = slot;
    this.base = slot - anchor;
    for (const child of children) {
      const position = this.base + (units[child] as number);
      this.#taken[position] = 1;
      if (position >= this.end) this.end = position + 1;
    }
    return tried;
  }

  #fits(base: number, children: Int32Array, units: Uint16Array): boolean {
    if (base + 0x10000 > this.#taken.length) this.#grow(base + 0x10000);
    for (const child of children) {
      const position = base + (units[child] as number);
      if (position < firstSlot || this.#taken[position] === 1) return false;
    }
    return true;
  }

  #grow(needed: number): void {
    const taken = new Uint8Array(needed * 2);
    taken.set(this.#taken);
    this.#taken = taken;
  }
}
