import {
  type Compilable,
  type CompiledQuery,
  type OperationNodeSource,
  PostgresAdapter,
  type QueryResult,
  sql,
} from 'kysely';
import type { Reader, Tx } from './database.ts';

/** Placeholder of a value in a prepared query. */
class Slot {
  readonly name: string;
  /** Index of the list that has the value. */
  readonly list: number;

  constructor(name: string, list: number) {
    this.name = name;
    this.list = list;
  }
}

type Values = Readonly<Record<string, unknown>>;
/** Returns the placeholder of a value while a query is built. */
export type SlotOf<N extends string> = (name: N) => never;

/**
 * Prepares a query that is compiled once per dialect; later calls only pass other values, in one or several lists. While the
 * query is built, `slotOf` returns the placeholders of a list; a value passed to the builder directly is used in all later calls.
 */
function prepareLists<R>(build: (on: Reader, slotOf: (list: number) => SlotOf<string>) => Compilable<R>) {
  const stored = new WeakMap<object, CompiledQuery<R>>();
  return (on: Reader, lists: readonly Values[]): Promise<QueryResult<R>> => {
    const dialect = on.getExecutor().adapter.constructor;
    const query = stored.get(dialect) ?? build(on, (list) => (name) => new Slot(name, list) as never).compile();
    stored.set(dialect, query);
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? lists[value.list]?.[value.name] : value,
    );
    return on.executeQuery({ ...query, parameters });
  };
}

/** Prepares a query that is compiled once per dialect and takes one list of values. */
export function prepareQuery<N extends string, R>(build: (on: Reader, slot: SlotOf<N>) => Compilable<R>) {
  const run = prepareLists((on, slotOf) => build(on, slotOf(0)));
  return (on: Reader, values: Readonly<Record<N, unknown>>): Promise<QueryResult<R>> => run(on, [values]);
}

/** Returns whether a query is built for PostgreSQL: syntax that only one dialect has is left out on the other. */
export function isPostgres(on: Reader): boolean {
  return on.getExecutor().adapter instanceof PostgresAdapter;
}

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

/** Prepares an INSERT or UPDATE. It is compiled once per dialect, and once per combination of writes that it is executed in. */
export function prepareWrite<N extends string, R>(
  build: (on: Reader, slot: SlotOf<N>) => Compilable<R> & OperationNodeSource,
): (values: Readonly<Record<N, unknown>>) => Write<R> {
  lastId += 1;
  const prepared = { id: lastId, build: build as BuildWrite<R>, run: prepareQuery(build as BuildWrite<R>) };
  return (values) => ({ prepared, values });
}

type RunAsOne = (on: Reader, lists: readonly Readonly<Record<string, unknown>>[]) => Promise<QueryResult<unknown>>;
const combinations = new Map<string, RunAsOne>();
/** Maximum number of cached combinations. Combinations that change many lots are rare and may be compiled each time. */
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

/** Combines several writes into one PostgreSQL statement that returns the rows of the first. */
function asOne(writes: readonly Write[]): RunAsOne {
  return prepareLists((on, slotOf) => {
    const parts = writes.map(({ prepared }, at) => sql`${sql.ref(`w${at}`)} as (${prepared.build(on, slotOf(at))})`);
    return { compile: () => sql`with ${sql.join(parts)} select * from w0`.compile(on) };
  });
}

/** Prefix of a statement whose best plan depends on its values: a rare word needs another plan than a common one. */
export const replanHint = '/* replan */';
