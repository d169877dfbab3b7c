import type { BenchResult } from './bench-result.ts';

/** Something to be timed; its result is ignored. */
export type Contestant = () => Promise<unknown> | unknown;

/** The median time of each contestant in ms. They run alternately, so that other load on the machine affects all of them. */
export async function medians<K extends string>(
  contestants: Readonly<Record<K, Contestant>>,
  { rounds, warmUps = 20 }: { readonly rounds: number; readonly warmUps?: number },
): Promise<Record<K, number>> {
  const names = Object.keys(contestants) as K[];
  const times = new Map<K, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const name of names) {
      const started = performance.now();
      await contestants[name]();
      if (round >= 0) times.get(name)?.push(performance.now() - started);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<K, number>;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

export interface Figure {
  readonly name: string;
  readonly ours: number;
  readonly floor: number;
  readonly bound: number;
  readonly note: string;
}

/** Converts times in ms to a result for the runner. */
export function figure({ name, ours, floor, bound, note }: Figure): BenchResult {
  const ratio = ours / floor;
  return { name, ours, floor, ratio, bound, unit: 'ms', ok: ratio <= bound, note };
}
