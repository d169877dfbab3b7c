/** Random values from a seed: the same seed gives the same sequence on every machine. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** An integer from `min` to `max`, both inclusive. */
  integer(min: number, max: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** A random item, with the probability given by its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** `count` different items in random order, or all of them when there are fewer. */
  some<T>(items: readonly T[], count: number): T[];
}

/** Mulberry32: 32 bits of state, enough for a demo. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function itemAt<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError('nothing to pick from');
  return items[index] as T;
}

export function createRandom(seed: number): Random {
  const next = generator(seed);
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => itemAt(items, integer(0, items.length - 1));
  const some = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items];
    return Array.from({ length: Math.min(count, items.length) }, () =>
      itemAt(left.splice(integer(0, left.length - 1), 1), 0),
    );
  };
  const weighted = <T>(items: readonly (readonly [T, number])[]): T => {
    let rest = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    const found = items.find(([, weight]) => {
      rest -= weight;
      return rest < 0;
    });
    return (found ?? itemAt(items, items.length - 1))[0];
  };
  return { next, integer, pick, some, weighted, chance: (share) => next() < share };
}
