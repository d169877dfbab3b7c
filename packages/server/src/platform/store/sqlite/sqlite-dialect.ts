import { memoizePer } from '@gantry/core';
import { sql } from 'kysely';
import { isDamaged } from '../damaged.ts';
import type { Dialect, NewColumn, Row } from '../database.ts';
import { createInsert } from './connection.ts';
import { sqliteSearch } from './sqlite-search.ts';

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** `UNIQUE constraint failed: banned_words.word, banned_words.match` */
function brokenColumns(message: string): { table: string; columns: string[] } | null {
  const names = /failed: (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  const [first] = names;
  if (!first?.includes('.')) return null;
  return { table: first.split('.')[0] ?? '', columns: names.map((name) => name.split('.')[1] ?? '') };
}

/** The cells of a JSON array of arrays, as columns. */
const cells = (count: number) =>
  sql.raw(Array.from({ length: count }, (_, at) => `value ->> ${at} as c${at}`).join(', '));

/** The columns of an insert, and the place of a row. */
const insertParts = memoizePer((columns: readonly NewColumn[]) => ({
  names: columns.map(({ name }) => `"${name}"`).join(', '),
  row: `(${columns.map(() => '?').join(', ')})`,
}));

export const sqliteDialect: Dialect = {
  kind: 'sqlite',
  /** Every transaction takes the write lock when it begins, so nobody is beside us. */
  lock: async () => {},
  uniqueViolation(error) {
    const code = codeOf(error);
    if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return null;
    return brokenColumns((error as Error).message);
  },
  foreignViolation: (error) => codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY',
  isFull: (error) => /^SQLITE_(FULL|IOERR|READONLY)/.test(codeOf(error)),
  isBusy: (error) => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error)),
  isDamaged,
  // No statement is ended for the time that it takes.
  isSlow: () => false,
  async insertMany(tx, table, columns, rows) {
    const { names, row } = insertParts(columns);
    const text = `insert into "${table}" (${names}) values ${row}`;
    const made = await tx.executeQuery<{ id: number }>(createInsert(text, row, rows));
    return made.rows.map(({ id }) => id);
  },
  tuples: (types, tuples) => sql`(select ${cells(types.length)} from json_each(${JSON.stringify(tuples)}))`,
  folded: (column) => sql<string>`gantry_fold(${column})`,
  async columnsOf(read, table) {
    const { rows } = await sql<Row>`select name, type from pragma_table_info(${table})`.execute(read);
    return rows.map(({ name, type }) => ({ name: String(name), type: String(type).toLowerCase() }));
  },
  async uniquesOf(read, table) {
    const { rows } = await sql<Row>`select l.name as "index", i.name as "column" from pragma_index_list(${table}) l
      join pragma_index_info(l.name) i where l."unique" = 1 order by l.name, i.seqno`.execute(read);
    const lists = new Map<unknown, string[]>();
    for (const row of rows) lists.set(row.index, [...(lists.get(row.index) ?? []), String(row.column)]);
    return [...lists.values()];
  },
  search: sqliteSearch,
};
