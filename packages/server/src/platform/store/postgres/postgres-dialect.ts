import { sql } from 'kysely';
import { isDamaged } from '../damaged.ts';
import type { Cell, Dialect, Row, SearchIndex, SearchTerm } from '../database.ts';

const searchTableOf = (table: string) => sql.table(`${table}_search`);

/** `'量子' & 'dat':*`: returns the query of terms; quoted words are never operators. */
function createQuery(terms: readonly SearchTerm[]): string {
  const quote = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  return terms.map(({ word, prefix }) => `${quote(word)}${prefix ? ':*' : ''}`).join(' & ');
}

/** A GIN index over words that we split: no dictionary, no stop words. */
const postgresSearch: SearchIndex = {
  async add(tx, table, entries) {
    const rows = Array.from(entries, ({ id, words }) => ({ id, words: words.join(' ') }));
    const ids = rows.map(({ id }) => id);
    const words = rows.map((entry) => entry.words);
    await sql`insert into ${searchTableOf(table)} (id, terms)
      select id, array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
      from unnest(${ids}::bigint[], ${words}::text[]) as new (id, words)`.execute(tx);
  },
  async remove(tx, table, ids) {
    await sql`delete from ${searchTableOf(table)} where id = any(${ids}::bigint[])`.execute(tx);
  },
  hits: (table, terms) => sql`select id from ${searchTableOf(table)} where terms @@ ${createQuery(terms)}::tsquery`,
  ordered: false,
  /** `coalesce` prevents the planner from using the GIN index: ids are read in order until enough of them match. */
  lead: (table, terms) => ({
    from: sql`${searchTableOf(table)} h`,
    id: sql.ref('h.id'),
    condition: sql`coalesce(h.terms @@ ${createQuery(terms)}::tsquery, false)`,
  }),
};

interface PostgresError {
  readonly code?: unknown;
  readonly table?: unknown;
  readonly detail?: unknown;
}

function read(error: unknown): PostgresError {
  return error instanceof Error ? (error as PostgresError) : {};
}

function getCode(error: unknown): string {
  const { code } = read(error);
  return typeof code === 'string' ? code : '';
}

/**
 * Codes of temporary problems: no connection (too many, rejected, shutting down, errors of a pooler), a read-only server,
 * timeouts of statements and locks, repeated deadlocks, and network problems.
 */
const temporaryCodes =
  /^(40001|40P01|53[234]00|57P0[1-5]|57014|55P03|25006|25P03|28000|28P01|3D000|08[\dA-Z]{3}|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const lostConnection = /timeout exceeded when trying to connect|connection terminated|connection ended|not queryable/i;

/** Converts rows to one array per column: a statement then has one parameter per column, however many rows there are. */
function byColumn(count: number, rows: readonly (readonly Cell[])[]): Cell[][] {
  return Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? null));
}

const getNames = (count: number) => sql.raw(Array.from({ length: count }, (_, at) => `c${at}`).join(', '));

function createTuples(types: readonly string[], rows: readonly (readonly Cell[])[]) {
  const arrays = byColumn(types.length, rows).map((array, at) => sql`${array}::${sql.raw(types[at] ?? 'text')}[]`);
  return sql`(select * from unnest(${sql.join(arrays)}) as given (${getNames(types.length)}))`;
}

export const postgresDialect: Dialect = {
  kind: 'postgres',
  async lock(tx, name) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  },
  uniqueViolation(error) {
    if (getCode(error) !== '23505') return null;
    const { table, detail } = read(error);
    const columns = /\((.+?)\)=\(/.exec(String(detail))?.[1]?.split(', ') ?? [];
    return { table: String(table), columns: columns.map((name) => name.replaceAll('"', '')) };
  },
  foreignViolation: (error) => getCode(error) === '23503',
  isFull: (error) => /^(53100|58030)$/.test(getCode(error)),
  isBusy: (error) =>
    temporaryCodes.test(getCode(error)) || (error instanceof Error && lostConnection.test(error.message)),
  isDamaged,
  isSlow: (error) => getCode(error) === '57014',
  async insertMany(tx, table, columns, rows) {
    const columnNames = sql.raw(columns.map(({ name }) => `"${name}"`).join(', '));
    const given = createTuples(
      columns.map(({ type }) => type),
      rows,
    );
    const { rows: inserted } = await sql<{ id: number }>`insert into ${sql.table(table)} (${columnNames})
      select * from ${given} given returning id`.execute(tx);
    return inserted.map(({ id }) => id);
  },
  tuples: createTuples,
  folded: (column) => sql<string>`lower(normalize(${column}, NFKC))`,
  async columnsOf(reader, table) {
    const { rows } = await sql<Row>`select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(reader);
    return rows.map(({ name, type }) => ({ name: String(name), type: String(type) }));
  },
  async uniquesOf(reader, table) {
    const { rows } = await sql<{ columns: string[] }>`
      select array_agg(a.attname::text order by k.position) as columns from pg_index i
      cross join unnest(i.indkey) with ordinality as k (number, position)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indrelid = to_regclass(quote_ident(${table})) and i.indisunique
      group by i.indexrelid order by i.indexrelid`.execute(reader);
    return rows.map(({ columns }) => columns);
  },
  search: postgresSearch,
};
