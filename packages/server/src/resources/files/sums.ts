import type { FileRecord } from './record-file.ts';

/** Columns that are added up while their records are written, so that the sums are those of the very lines above them. */
export interface Sums {
  add(records: readonly FileRecord[]): void;
  readonly all: ReadonlyMap<string, number>;
}

export const totalLabel = { zh: '合计', en: 'Total' } as const;

/** @param names of the columns that are added up */
export function newSums(names: readonly string[]): Sums {
  const all = new Map(names.map((name) => [name, 0]));
  return {
    all,
    add(records) {
      for (const record of records) for (const [name, sum] of all) all.set(name, sum + Number(record[name] ?? 0));
    },
  };
}
