import { type Compilable, type CompiledQuery, PostgresAdapter, type QueryResult } from 'kysely';
import type { Reader } from './database.ts';

/** Stands for a value in a prepared query. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query of every call: its text is made once a dialect, and later uses only bring other values. `slot` gives the place of a
 * value while the query is built; a value that is given there directly stays in the text's parameters for good.
 */
export function prepareQuery<N extends string, R>(build: (on: Reader, slot: (name: N) => never) => Compilable<R>) {
  const stored = new WeakMap<object, CompiledQuery<R>>();
  return (on: Reader, values: Readonly<Record<N, unknown>>): Promise<QueryResult<R>> => {
    const dialect = on.getExecutor().adapter.constructor;
    const query = stored.get(dialect) ?? build(on, (name) => new Slot(name) as never).compile();
    stored.set(dialect, query);
    const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.name as N] : value));
    return on.executeQuery({ ...query, parameters });
  };
}

/** Of which dialect a query is built: what only one of them has is left out on the other. */
export function isPostgres(on: Reader): boolean {
  return on.getExecutor().adapter instanceof PostgresAdapter;
}
