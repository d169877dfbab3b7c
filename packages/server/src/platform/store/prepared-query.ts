import { type Compilable, type CompiledQuery, PostgresAdapter, type QueryResult } from 'kysely';
import type { Reader } from './database.ts';

/** Stands for a value in a prepared query. */
class Slot {
  readonly name: string;
  /** Which of several lists of values has it. */
  readonly list: number;

  constructor(name: string, list: number) {
    this.name = name;
    this.list = list;
  }
}

type Values = Readonly<Record<string, unknown>>;
/** Gives the place of a value while a query is built. */
export type SlotOf<N extends string> = (name: N) => never;

/**
 * A query whose text is made once a dialect; later uses only bring other values, in one list or several. `slotOf` gives the places of
 * the values of a list while the query is built; a value that is given there directly stays in the text's parameters for good.
 */
export function prepareLists<R>(build: (on: Reader, slotOf: (list: number) => SlotOf<string>) => Compilable<R>) {
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

/** The same with one list of values. */
export function prepareQuery<N extends string, R>(build: (on: Reader, slot: SlotOf<N>) => Compilable<R>) {
  const run = prepareLists((on, slotOf) => build(on, slotOf(0)));
  return (on: Reader, values: Readonly<Record<N, unknown>>): Promise<QueryResult<R>> => run(on, [values]);
}

/** Of which dialect a query is built: what only one of them has is left out on the other. */
export function isPostgres(on: Reader): boolean {
  return on.getExecutor().adapter instanceof PostgresAdapter;
}
