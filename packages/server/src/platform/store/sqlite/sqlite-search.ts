import { CompiledQuery, sql } from 'kysely';
import type { SearchIndex, SearchTerm } from '../database.ts';

const indexOf = (table: string) => sql.table(`${table}_search`);

/** `"量子" "dat"*`: all of them; what is quoted is never an operator. */
function expression(terms: readonly SearchTerm[]): string {
  return terms.map(({ word, prefix }) => `"${word.replaceAll('"', '""')}"${prefix ? '*' : ''}`).join(' ');
}

/** FTS5 without content and without positions: rows are found in the order of their ids, from either end. */
export const sqliteSearch: SearchIndex = {
  async add(tx, table, entries) {
    const given = Array.from(entries, ({ id, words }) => ({ id, words: words.join(' ') }));
    const [only] = given;
    if (only && given.length === 1) {
      const text = `insert into "${table}_search" (rowid, terms) values (?, ?)`;
      await tx.executeQuery(CompiledQuery.raw(text, [only.id, only.words]));
      return;
    }
    const terms = given.map(({ id, words }) => `"${id}":${JSON.stringify(words)}`).join();
    await sql`insert into ${indexOf(table)} (rowid, terms)
      select cast(key as integer), value from json_each(${`{${terms}}`})`.execute(tx);
  },
  async remove(tx, table, ids) {
    const list = JSON.stringify(ids);
    await sql`delete from ${indexOf(table)} where rowid in (select value from json_each(${list}))`.execute(tx);
  },
  hits: (table, terms) =>
    sql`select rowid as id from ${indexOf(table)} where ${indexOf(table)} match ${expression(terms)}`,
  ordered: true,
  lead: (table, terms) => ({
    from: sql`${indexOf(table)} h`,
    id: sql.ref('h.rowid'),
    condition: sql`${sql.ref(`h.${table}_search`)} match ${expression(terms)}`,
  }),
};
