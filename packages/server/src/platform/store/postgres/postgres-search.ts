import { sql } from 'kysely';
import type { SearchIndex, SearchTerm } from '../database.ts';

const indexOf = (table: string) => sql.table(`${table}_search`);

/** `'量子' & 'dat':*`: what is quoted is never an operator. */
function expression(terms: readonly SearchTerm[]): string {
  const quote = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return terms.map(({ word, prefix }) => `${quote(word)}${prefix ? ':*' : ''}`).join(' & ');
}

/** A GIN index over words that were cut by us: no dictionary, no stop words. */
export const postgresSearch: SearchIndex = {
  async add(tx, table, entries) {
    const given = Array.from(entries, ({ id, words }) => ({ id, words: words.join(' ') }));
    const ids = given.map(({ id }) => id);
    const words = given.map((entry) => entry.words);
    await sql`insert into ${indexOf(table)} (id, terms)
      select id, array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
      from unnest(${ids}::bigint[], ${words}::text[]) as new (id, words)`.execute(tx);
  },
  async remove(tx, table, ids) {
    await sql`delete from ${indexOf(table)} where id = any(${ids}::bigint[])`.execute(tx);
  },
  hits: (table, terms) => sql`select id from ${indexOf(table)} where terms @@ ${expression(terms)}::tsquery`,
  ordered: false,
  /** `coalesce` keeps the planner from the GIN index: the ids are walked in order until enough of them hold the terms. */
  lead: (table, terms) => ({
    from: sql`${indexOf(table)} h`,
    id: sql.ref('h.id'),
    condition: sql`coalesce(h.terms @@ ${expression(terms)}::tsquery, false)`,
  }),
};
