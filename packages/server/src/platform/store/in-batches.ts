/** Ids that one statement names at most: SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const idsAtOnce = 10_000;

/** A list cut into pieces of so many at most, in its order. */
export function splitIntoBatches<T>(all: readonly T[], most: number = idsAtOnce): T[][] {
  const batches: T[][] = [];
  for (let from = 0; from < all.length; from += most) batches.push(all.slice(from, from + most));
  return batches;
}
