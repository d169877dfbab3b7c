/**
 * Reads rows page by page in the order of an integer key, so that only one page is in memory. `read` returns at most `size` rows
 * with a key above `after`, in ascending order.
 */
export async function* readPagesByKey<R>(
  size: number,
  read: (after: number) => Promise<readonly R[]>,
  keyOf: (row: R) => unknown,
): AsyncGenerator<readonly R[], void, undefined> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < size) return;
    after = Number(keyOf(last));
  }
}

/** Returns the id of a row, for pages by id. */
export const byId = (row: Readonly<Record<string, unknown>>) => row.id;
