/**
 * Rows in the order of a whole-number key, page by page, so that no more than one is held. `read` answers at most `size` rows whose
 * key is greater than `after`, in its order.
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

/** The key of a row whose pages go by its id. */
export const byId = (row: Readonly<Record<string, unknown>>) => row.id;
