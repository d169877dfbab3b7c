import { type Compilable, type OperationNodeSource, type QueryResult, sql } from 'kysely';
import type { Reader, Tx } from './database.ts';
import { isPostgres, prepareLists, prepareQuery, type SlotOf } from './prepared-query.ts';

type BuildWrite<R> = (on: Reader, slot: SlotOf<string>) => Compilable<R> & OperationNodeSource;

interface PreparedWrite<R> {
  readonly id: number;
  readonly build: BuildWrite<R>;
  run(tx: Tx, values: Readonly<Record<string, unknown>>): Promise<QueryResult<R>>;
}

/** An INSERT or UPDATE with its values that has not been executed. */
export interface Write<R = unknown> {
  readonly prepared: PreparedWrite<R>;
  readonly values: Readonly<Record<string, unknown>>;
}

let lastId = 0;

/** An INSERT or UPDATE whose text is made once a dialect, alone and in each combination with others that it is executed in. */
export function prepareWrite<N extends string, R>(
  build: (on: Reader, slot: SlotOf<N>) => Compilable<R> & OperationNodeSource,
): (values: Readonly<Record<N, unknown>>) => Write<R> {
  lastId += 1;
  const prepared = { id: lastId, build: build as BuildWrite<R>, run: prepareQuery(build as BuildWrite<R>) };
  return (values) => ({ prepared, values });
}

type RunAsOne = (on: Reader, lists: readonly Readonly<Record<string, unknown>>[]) => Promise<QueryResult<unknown>>;
const combinations = new Map<string, RunAsOne>();
/** Combinations of which the text is kept; one that changes many lots is rare, and its text is made again. */
const maxCombinations = 100;

/**
 * Executes writes that always occur together: in one statement on PostgreSQL, one after the other on SQLite. No two of them may change
 * the same row, and none may read what another writes, since all see the database as it was before. Returns the rows of the first,
 * which has a RETURNING clause.
 */
export async function runTogether<R>(tx: Tx, first: Write<R>, ...others: readonly Write[]): Promise<R[]> {
  if (!isPostgres(tx) || others.length === 0) {
    const { rows } = await first.prepared.run(tx, first.values);
    for (const other of others) await other.prepared.run(tx, other.values);
    return rows;
  }
  const writes: readonly Write[] = [first, ...others];
  const key = writes.map(({ prepared }) => prepared.id).join();
  const run = combinations.get(key) ?? asOne(writes);
  if (combinations.size < maxCombinations) combinations.set(key, run);
  return (
    await run(
      tx,
      writes.map(({ values }) => values),
    )
  ).rows as R[];
}

/** One PostgreSQL statement of several writes, which returns the rows of the first. */
function asOne(writes: readonly Write[]): RunAsOne {
  return prepareLists((on, slotOf) => {
    const parts = writes.map(({ prepared }, at) => sql`${sql.ref(`w${at}`)} as (${prepared.build(on, slotOf(at))})`);
    return { compile: () => sql`with ${sql.join(parts)} select * from w0`.compile(on) };
  });
}
