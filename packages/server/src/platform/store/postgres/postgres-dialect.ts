import { sql } from 'kysely';
import { isDamaged } from '../damaged.ts';
import type { Cell, Dialect, Row } from '../database.ts';
import { postgresSearch } from './postgres-search.ts';

interface PostgresError {
  readonly code?: unknown;
  readonly table?: unknown;
  readonly detail?: unknown;
}

function read(error: unknown): PostgresError {
  return error instanceof Error ? (error as PostgresError) : {};
}

function codeOf(error: unknown): string {
  const { code } = read(error);
  return typeof code === 'string' ? code : '';
}

/**
 * No connection to be had (too many, refused, shutting down, a pooler's own errors), a read-only server, a statement out of time, a lock
 * not given, a deadlock that came again and again; and a network that does not carry.
 */
const busy =
  /^(40001|40P01|53[234]00|57P0[1-5]|57014|55P03|25006|25P03|28000|28P01|3D000|08[\dA-Z]{3}|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const lostConnection = /timeout exceeded when trying to connect|connection terminated|connection ended|not queryable/i;

/** Turns rows into one array a column: a statement then has one parameter a column, however many rows there are. */
function byColumn(count: number, rows: readonly (readonly Cell[])[]): Cell[][] {
  return Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? null));
}

const names = (count: number) => sql.raw(Array.from({ length: count }, (_, at) => `c${at}`).join(', '));

function unnested(types: readonly string[], rows: readonly (readonly Cell[])[]) {
  const arrays = byColumn(types.length, rows).map((array, at) => sql`${array}::${sql.raw(types[at] ?? 'text')}[]`);
  return sql`(select * from unnest(${sql.join(arrays)}) as given (${names(types.length)}))`;
}

export const postgresDialect: Dialect = {
  kind: 'postgres',
  async lock(tx, name) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  },
  uniqueViolation(error) {
    if (codeOf(error) !== '23505') return null;
    const { table, detail } = read(error);
    const columns = /\((.+?)\)=\(/.exec(String(detail))?.[1]?.split(', ') ?? [];
    return { table: String(table), columns: columns.map((name) => name.replaceAll('"', '')) };
  },
  foreignViolation: (error) => codeOf(error) === '23503',
  isFull: (error) => /^(53100|58030)$/.test(codeOf(error)),
  isBusy: (error) => busy.test(codeOf(error)) || (error instanceof Error && lostConnection.test(error.message)),
  isDamaged,
  isSlow: (error) => codeOf(error) === '57014',
  async insertMany(tx, table, columns, rows) {
    const columnNames = sql.raw(columns.map(({ name }) => `"${name}"`).join(', '));
    const given = unnested(
      columns.map(({ type }) => type),
      rows,
    );
    const { rows: made } = await sql<{ id: number }>`insert into ${sql.table(table)} (${columnNames})
      select * from ${given} given returning id`.execute(tx);
    return made.map(({ id }) => id);
  },
  tuples: unnested,
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
