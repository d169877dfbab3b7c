/** Ints a slot of the transition table: from-state, unit, to-state; a to-state of 0 is an empty slot. */
const stride = 3;

/**
 * Patterns over UTF-16 units as a tree that grows: states are numbered in the order of their making, 0 is the start,
 * and a child's number is above its parent's. Transitions stand in one open hash table, at most half full.
 */
export class Trie {
  states = 1;
  patterns = 0;
  parent: Int32Array;
  unit: Uint16Array;
  depth: Uint16Array;
  /** The last pattern added that ends in a state, plus one; the others follow in `next`. */
  output: Int32Array;
  readonly next: number[] = [];
  #slots: Int32Array;
  #mask: number;

  /** `expectedUnits`: about how many units all patterns have together; the tables grow if it was too few. */
  constructor(expectedUnits = 0) {
    const states = Math.max(64, expectedUnits + 1);
    this.parent = new Int32Array(states);
    this.unit = new Uint16Array(states);
    this.depth = new Uint16Array(states);
    this.output = new Int32Array(states);
    const slots = 2 ** Math.ceil(Math.log2(states * 2));
    this.#slots = new Int32Array(slots * stride);
    this.#mask = slots - 1;
  }

  /** Adds the first `length` units as a pattern and answers its number, counted from 0. */
  add(units: Uint16Array, length: number): number {
    if (length === 0 || length > 0xffff) throw new RangeError('a pattern has 1 to 65535 units');
    let state = 0;
    for (let i = 0; i < length; i += 1) state = this.#child(state, units[i] as number);
    const pattern = this.patterns;
    this.patterns += 1;
    this.next.push(this.output[state] as number);
    this.output[state] = pattern + 1;
    return pattern;
  }

  #child(state: number, unit: number): number {
    const at = slotOf(this.#slots, this.#mask, state, unit);
    const known = this.#slots[at + 2] as number;
    if (known !== 0) return known;
    const child = this.states;
    this.states += 1;
    if (child >= this.parent.length) this.#growStates(child * 2);
    this.parent[child] = state;
    this.unit[child] = unit;
    this.depth[child] = (this.depth[state] as number) + 1;
    this.#slots[at] = state;
    this.#slots[at + 1] = unit;
    this.#slots[at + 2] = child;
    if (this.states * 2 > this.#mask) this.#rehash((this.#mask + 1) * 2);
    return child;
  }

  #growStates(capacity: number): void {
    const { parent, unit, depth, output } = this;
    this.parent = new Int32Array(capacity);
    this.unit = new Uint16Array(capacity);
    this.depth = new Uint16Array(capacity);
    this.output = new Int32Array(capacity);
    this.parent.set(parent);
    this.unit.set(unit);
    this.depth.set(depth);
    this.output.set(output);
  }

  #rehash(size: number): void {
    const old = this.#slots;
    const slots = new Int32Array(size * stride);
    for (let from = 0; from < old.length; from += stride) {
      if (old[from + 2] === 0) continue;
      const to = slotOf(slots, size - 1, old[from] as number, old[from + 1] as number);
      slots.set(old.subarray(from, from + stride), to);
    }
    this.#slots = slots;
    this.#mask = size - 1;
  }
}

/** Index of the slot that holds the transition, or of the empty one where it would stand. */
function slotOf(slots: Int32Array, mask: number, state: number, unit: number): number {
  const hash = Math.imul(state ^ Math.imul(unit, 0x9e3779b1), 0x85ebca6b);
  let slot = (hash ^ (hash >>> 15)) & mask;
  for (;;) {
    const at = slot * stride;
    if (slots[at + 2] === 0 || (slots[at] === state && slots[at + 1] === unit)) return at;
    slot = (slot + 1) & mask;
  }
}
