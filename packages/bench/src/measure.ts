import type { BenchResult } from './bench-result.ts';

/** Something to be timed; what it gives is not looked at. */
export type Contestant = () => Promise<unknown> | unknown;

/** Median ms of each, run in turn, so that what else happens on the machine meets all alike. */
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

/** A figure in ms as the runner prints it. */
export function figure({ name, ours, floor, bound, note }: Figure): BenchResult {
  const ratio = ours / floor;
  return { name, ours, floor, ratio, bound, unit: 'ms', ok: ratio <= bound, note };
}
