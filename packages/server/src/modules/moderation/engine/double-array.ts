import type { Steps } from '../../../platform/store/search/characters.ts';
import type { Trie } from './trie.ts';

/** Where the states of a tree stand: a state's child by `unit` is at `base[slot] + unit`, its parent's slot in `check`. */
export interface PlacedStates {
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
const chunk = 16_384;
/** A search that tried so many slots moves the start of later searches up; single children fill the gaps. */
const timeoutMs = 64;

/** Finds a base for every state, those with most children first. Yields every millisecond or so of work. */
export function* placeStates(trie: Trie): Steps<PlacedStates> {
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
    if (work > chunk) {
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
    if (state % chunk === 0) yield;
  }
  for (let state = 1; state <= trie.states; state += 1) {
    first[state] = (first[state] as number) + (first[state - 1] as number);
    if (state % chunk === 0) yield;
  }
  const cursor = first.slice();
  const children = new Int32Array(trie.states - 1);
  for (let state = 1; state < trie.states; state += 1) {
    const parent = trie.parent[state] as number;
    children[cursor[parent] as number] = state;
    cursor[parent] = (cursor[parent] as number) + 1;
    if (state % chunk === 0) yield;
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
    if (state % chunk === 0) yield;
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
    if (state % chunk === 0) yield;
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
    if (state % chunk === 0) yield;
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
