/**
 * A growing trie of patterns over UTF-16 units. States are numbered in creation order, 0 is the start, and a child's number is
 * above its parent's. Children are found through an open-addressing hash table that is at most half full.
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
  /** Children by the hash of their parent and unit; 0 is an empty slot. */
  #slots: Int32Array;
  #mask: number;

  /** @param expectedUnits approximate number of units of all patterns together; the tables grow if it was too low */
  constructor(expectedUnits = 0) {
    const states = Math.max(64, expectedUnits + 1);
    this.parent = new Int32Array(states);
    this.unit = new Uint16Array(states);
    this.depth = new Uint16Array(states);
    this.output = new Int32Array(states);
    const slots = 2 ** Math.ceil(Math.log2(states * 2));
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
  }

  /** Adds the first `length` units as a pattern and returns its number, counted from 0. */
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
    const slot = this.#slotOf(state, unit);
    const existing = this.#slots[slot] as number;
    if (existing !== 0) return existing;
    const child = this.states;
    this.states += 1;
    if (child >= this.parent.length) this.#growStates(child * 2);
    this.parent[child] = state;
    this.unit[child] = unit;
    this.depth[child] = (this.depth[state] as number) + 1;
    this.#slots[slot] = child;
    if (this.states * 2 > this.#mask) this.#rehash((this.#mask + 1) * 2);
    return child;
  }

  /** Returns the slot that contains the child, or the empty slot where it would be inserted. */
  #slotOf(state: number, unit: number): number {
    const slots = this.#slots;
    const hash = Math.imul(state ^ Math.imul(unit, 0x9e3779b1), 0x85ebca6b);
    for (let slot = (hash ^ (hash >>> 15)) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const child = slots[slot] as number;
      if (child === 0 || (this.parent[child] === state && this.unit[child] === unit)) return slot;
    }
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
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    for (let child = 1; child < this.states; child += 1) {
      this.#slots[this.#slotOf(this.parent[child] as number, this.unit[child] as number)] = child;
    }
  }
}
