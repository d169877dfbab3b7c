import { memoizePer } from '@gantry/core';
import { CompiledQuery, sql } from 'kysely';
import { isDamaged } from '../damaged.ts';
import type { Dialect, NewColumn, Row, SearchIndex, SearchTerm } from '../database.ts';
import { createInsert } from './connection.ts';

const searchTableOf = (table: string) => sql.table(`${table}_search`);

/** `"量子" "dat"*`: returns the query for all terms; quoted words are never operators. */
function createQuery(terms: readonly SearchTerm[]): string {
  return terms.map(({ word, prefix }) => `"${word.replaceAll('"', '""')}"${prefix ? '*' : ''}`).join(' ');
}

/** Contentless FTS5 without positions: rows are found in the order of their ids, in both directions. */
const sqliteSearch: SearchIndex = {
  async add(tx, table, entries) {
    const rows = Array.from(entries, ({ id, words }) => ({ id, words: words.join(' ') }));
    const [only] = rows;
    if (only && rows.length === 1) {
      const text = `insert into "${table}_search" (rowid, terms) values (?, ?)`;
      await tx.executeQuery(CompiledQuery.raw(text, [only.id, only.words]));
      return;
    }
    const terms = rows.map(({ id, words }) => `"${id}":${JSON.stringify(words)}`).join();
    await sql`insert into ${searchTableOf(table)} (rowid, terms)
      select cast(key as integer), value from json_each(${`{${terms}}`})`.execute(tx);
  },
  async remove(tx, table, ids) {
    const list = JSON.stringify(ids);
    await sql`delete from ${searchTableOf(table)} where rowid in (select value from json_each(${list}))`.execute(tx);
  },
  hits: (table, terms) =>
    sql`select rowid as id from ${searchTableOf(table)} where ${searchTableOf(table)} match ${createQuery(terms)}`,
  ordered: true,
  lead: (table, terms) => ({
    from: sql`${searchTableOf(table)} h`,
    id: sql.ref('h.rowid'),
    condition: sql`${sql.ref(`h.${table}_search`)} match ${createQuery(terms)}`,
  }),
};

function getCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** `UNIQUE constraint failed: banned_words.word, banned_words.match` */
function parseViolation(message: string): { table: string; columns: string[] } | null {
  const names = /failed: (.+)$/.exec(message)?.[1]?.split(', ') ?? [];
  const [first] = names;
  if (!first?.includes('.')) return null;
  return { table: first.split('.')[0] ?? '', columns: names.map((name) => name.split('.')[1] ?? '') };
}

/** Returns the columns of a JSON array of arrays. */
const getCells = (count: number) =>
  sql.raw(Array.from({ length: count }, (_, at) => `value ->> ${at} as c${at}`).join(', '));

/** Returns the columns of an insert, and the placeholders of a row. */
const insertParts = memoizePer((columns: readonly NewColumn[]) => ({
  names: columns.map(({ name }) => `"${name}"`).join(', '),
  row: `(${columns.map(() => '?').join(', ')})`,
}));

export const sqliteDialect: Dialect = {
  kind: 'sqlite',
  /** Every transaction takes the write lock when it starts, so no other one can run in parallel. */
  lock: async () => {},
  uniqueViolation(error) {
    const code = getCode(error);
    if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') return null;
    return parseViolation((error as Error).message);
  },
  foreignViolation: (error) => getCode(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY',
  isFull: (error) => /^SQLITE_(FULL|IOERR|READONLY)/.test(getCode(error)),
  isBusy: (error) => /^SQLITE_(BUSY|LOCKED)/.test(getCode(error)),
  isDamaged,
  // SQLite has no statement timeout.
  isSlow: () => false,
  async insertMany(tx, table, columns, rows) {
    const { names, row } = insertParts(columns);
    const text = `insert into "${table}" (${names}) values ${row}`;
    const inserted = await tx.executeQuery<{ id: number }>(createInsert(text, row, rows));
    return inserted.rows.map(({ id }) => id);
  },
  tuples: (types, tuples) => sql`(select ${getCells(types.length)} from json_each(${JSON.stringify(tuples)}))`,
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
