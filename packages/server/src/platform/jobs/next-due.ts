import { type RawBuilder, sql } from 'kysely';
import type { TableName } from '../store/change-signals.ts';
import type { Reader, RowOf } from '../store/database.ts';

/** A column with the time at which a record needs work. */
export interface DueTime {
  readonly table: TableName;
  readonly column: string;
  /** The states in which a record waits for that time; any if omitted. */
  readonly states?: readonly string[];
  /** A further condition for a record to wait. */
  readonly where?: RawBuilder<boolean>;
}

/** A time column of a table and states of its `status`, checked against the schema by the compiler. */
export function dueTime<T extends TableName>(
  table: T,
  column: keyof RowOf<T> & string,
  states?: readonly (RowOf<T> extends { status: infer State } ? State & string : never)[],
): DueTime {
  return { table, column, ...(states === undefined ? {} : { states }) };
}

/** The earliest of some times, in UTC ms; null if no record waits for one. Runs one statement for all of them. */
export async function findNextDue(read: Reader, times: readonly DueTime[]): Promise<number | null> {
  const earliest = times.map(({ table, column, states, where }) => {
    const conditions = [sql`${sql.ref(column)} is not null`];
    if (states !== undefined) conditions.push(isOneOf(states));
    if (where !== undefined) conditions.push(where);
    return sql`select min(${sql.ref(column)}) as due from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  });
  const { rows } = await sql<{ due: number | null }>`
    select min(due) as due from (${sql.join(earliest, sql` union all `)}) as times`.execute(read);
  return rows[0]?.due ?? null;
}

/** States are literals, not parameters, so that both databases can use a partial index of these states. */
function isOneOf(states: readonly string[]): RawBuilder<unknown> {
  const [only] = states;
  if (states.length === 1 && only !== undefined) return sql`status = ${sql.lit(only)}`;
  return sql`status in (${sql.join(states.map((state) => sql.lit(state)))})`;
}
