import { existsSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { sql } from 'kysely';
import {
  type Database,
  type Reader,
  type Row,
  type SearchEntry,
  type Tx,
  withNamedTables,
} from '../../platform/store/database.ts';
import { allMigrations } from '../../platform/store/migrations/index.ts';
import { hasPendingMigrations, migrate } from '../../platform/store/migrations/migrate.ts';
import { type DatabasePlace, openDatabase } from '../../platform/store/open-database.ts';
import { openFile } from '../../platform/store/sqlite/sqlite-driver.ts';
import { type InvariantResult, verifyLedger } from '../ledger/index.ts';
import {
  createHandOver,
  dropTables,
  isEmptyPostgres,
  tablesByReference,
  withoutTimeouts,
} from './copies/postgres-copy.ts';
import { NotEmpty } from './copies/restore.ts';
import { isEmptySqlite } from './copies/sqlite-copy.ts';

/** Rows that are read and written at a time, and values of one statement at most. */
const batchRows = 500;
const maxValues = 30_000;
/** Tables that say what ran on this database and who uses it. */
const ownTables: readonly string[] = ['schema_migrations', 'leases'];

/** The source has another schema than this program. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema';
}

/** A table of the copy has another number of rows than its source. */
export class CopyIncomplete extends Error {
  override readonly name = 'CopyIncomplete';
  readonly table: string;

  constructor(table: string) {
    super(`the copy of ${table} is incomplete`);
    this.table = table;
  }
}

export interface CopiedDatabase {
  readonly tables: number;
  readonly rows: number;
  /** Invariants of the ledger that do not hold in the copy. */
  readonly broken: readonly InvariantResult[];
}

/** Reads a database of either kind while nothing writes to it. */
interface Source {
  count(table: string): Promise<number>;
  rows(table: string, columns: readonly string[]): AsyncIterable<Row[]>;
  /** The words of a keyword index. */
  entries(table: string): AsyncIterable<SearchEntry[]>;
  /** The highest id that was ever given out in each table. */
  highestIds(): Promise<ReadonlyMap<string, number>>;
}

/**
 * Copies a database into an empty one of the other kind, row by row and with its ids, and checks the copy: each table has as many
 * rows, and the ledger verifies. A copy that fails leaves the target empty.
 */
export async function copyDatabase(from: DatabasePlace, to: DatabasePlace): Promise<CopiedDatabase> {
  const source = openDatabase(from);
  try {
    await rejectOtherSchema(source);
    return 'sqlite' in to ? await copyToFile(source, from, to.sqlite) : await copyToPostgres(source, from, to.postgres);
  } finally {
    await source.close();
  }
}

async function rejectOtherSchema(source: Database): Promise<void> {
  if (await hasPendingMigrations(source)) throw new OtherSchema();
  const rows = await source.read.selectFrom('schema_migrations').select('id').execute();
  if (rows.length !== allMigrations.length) throw new OtherSchema();
}

/** The copy has its name only once it is complete. */
async function copyToFile(source: Database, from: DatabasePlace, file: string): Promise<CopiedDatabase> {
  if (existsSync(file) && !isEmptySqlite(file)) throw new NotEmpty();
  const incoming = `${file}.incoming`;
  const removeIncoming = async () => {
    for (const part of ['', '-wal', '-shm']) await rm(incoming + part, { force: true });
  };
  await removeIncoming();
  const target = openDatabase({ sqlite: incoming });
  try {
    const copied = await fill(source, from, target).finally(target.close);
    for (const part of ['', '-wal', '-shm']) await rm(file + part, { force: true });
    renameSync(incoming, file);
    return copied;
  } finally {
    await removeIncoming();
  }
}

async function copyToPostgres(source: Database, from: DatabasePlace, url: string): Promise<CopiedDatabase> {
  const target = openDatabase({ postgres: url });
  try {
    if (!(await isEmptyPostgres(target))) throw new NotEmpty();
    return await fill(source, from, target).catch(async (error: unknown) => {
      await target.transaction(dropTables);
      throw error;
    });
  } finally {
    await target.close();
  }
}

async function fill(source: Database, from: DatabasePlace, target: Database): Promise<CopiedDatabase> {
  await migrate(target);
  const reading = 'sqlite' in from ? getFileSource(from.sqlite) : getPostgresSource(source);
  const postgres = source.kind === 'postgres' ? source : target;
  const tables = await getTables(postgres);
  let rows = 0;
  await target.transaction(async (tx) => {
    if (target.kind === 'postgres') await withoutTimeouts(tx);
    else await sql`pragma defer_foreign_keys = on`.execute(tx);
    for (const { name } of [...tables].reverse())
      if (await hasRows(tx, name)) await withNamedTables(tx).deleteFrom(name).execute();
    for (const table of tables) rows += await copyTable(tx, target, reading, table);
    await raiseIds(tx, target, await reading.highestIds());
  });
  await target.optimise();
  const broken = (await verifyLedger(target)).filter(({ ok }) => !ok);
  return { tables: tables.length, rows, broken };
}

interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** A keyword index, whose words each kind of database keeps in its own way. */
  readonly isSearch: boolean;
}

/** All tables in the order of their references, as PostgreSQL lists them. */
async function getTables(postgres: Database): Promise<CopiedTable[]> {
  return postgres.transaction(async (tx) => {
    const tables: CopiedTable[] = [];
    for (const name of (await tablesByReference(tx)).filter((one) => !ownTables.includes(one))) {
      const columns = await postgres.dialect.columnsOf(tx, name);
      const isSearch = columns.some(({ type }) => type === 'tsvector');
      tables.push({ name, columns: columns.map((column) => column.name), isSearch });
    }
    return tables;
  });
}

async function hasRows(tx: Tx, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx);
  return rows.length > 0;
}

async function copyTable(tx: Tx, target: Database, source: Source, table: CopiedTable): Promise<number> {
  const { name, columns, isSearch } = table;
  let copied = 0;
  if (isSearch) {
    const indexed = name.slice(0, -'_search'.length);
    for await (const entries of source.entries(name)) {
      await target.dialect.search.add(tx, indexed, entries);
      copied += entries.length;
    }
    return copied;
  }
  const rowsAtOnce = Math.max(1, Math.min(batchRows, Math.floor(maxValues / columns.length)));
  for await (const rows of source.rows(name, columns)) {
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await withNamedTables(tx)
        .insertInto(name)
        .values(rows.slice(at, at + rowsAtOnce))
        .execute();
    copied += rows.length;
  }
  const [expected, stored] = [await source.count(name), await countOf(tx, name)];
  if (copied !== expected || stored !== expected) throw new CopyIncomplete(name);
  return copied;
}

async function countOf(read: Reader, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(read);
  return Number(rows[0]?.count);
}

/** Ids are never reused, even those of deleted rows. */
async function raiseIds(tx: Tx, target: Database, highest: ReadonlyMap<string, number>): Promise<void> {
  for (const [table, id] of highest) {
    if (target.kind === 'postgres') {
      await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), ${id}::bigint)`.execute(tx);
      continue;
    }
    await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(tx);
  }
}

/** The distinct words of one record, separated by spaces: an indexed word contains none. */
const getEntry = ({ id, words }: Row): SearchEntry => ({ id: Number(id), words: String(words).split(' ') });

async function* inBatches<T>(rows: Iterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for (const row of rows) {
    if (batch.push(row) < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Reads a file with its own connection, row by row and with constant memory. */
function getFileSource(file: string): Source {
  const reading = async function* <T>(text: string, prepare = ''): AsyncGenerator<T[]> {
    const db = openFile(file, { readonly: true });
    try {
      if (prepare !== '') db.exec(prepare);
      yield* inBatches(db.prepare(text).iterate() as IterableIterator<T>);
    } finally {
      db.close();
    }
  };
  const queryAll = async <T>(text: string): Promise<T[]> => {
    const found: T[] = [];
    for await (const rows of reading<T>(text)) found.push(...rows);
    return found;
  };
  return {
    count: async (table) => Number((await queryAll<Row>(`select count(*) as count from "${table}"`))[0]?.count),
    rows: (table, columns) => reading(`select ${columns.map((column) => `"${column}"`).join(', ')} from "${table}"`),
    async *entries(table) {
      const vocabulary = `create virtual table temp.words using fts5vocab('main', '${table}', 'instance')`;
      const text = "select doc as id, group_concat(term, ' ') as words from temp.words group by doc";
      for await (const rows of reading<Row>(text, vocabulary)) yield rows.map(getEntry);
    },
    async highestIds() {
      const rows = await queryAll<Row>(
        "select name, seq from sqlite_sequence where name not like 'sqlite%' and seq > 0",
      );
      return new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]));
    },
  };
}

function getPostgresSource(source: Database): Source {
  const reading = async function* (text: string): AsyncGenerator<Row[]> {
    const batches = createHandOver<Row[]>();
    const work = source
      .transaction(async (tx) => {
        await withoutTimeouts(tx);
        await sql.raw(`declare copy no scroll cursor for ${text}`).execute(tx);
        for (;;) {
          const { rows } = await sql<Row>`fetch ${sql.lit(batchRows)} from copy`.execute(tx);
          if (rows.length === 0) break;
          await batches.put(rows);
        }
      })
      .then(batches.end, batches.fail);
    yield* batches.take();
    await work;
  };
  return {
    count: (table) => countOf(source.read, table),
    rows: (table, columns) => {
      const order = columns.includes('id') ? ' order by "id"' : '';
      return reading(`select ${columns.map((column) => `"${column}"`).join(', ')} from "${table}"${order}`);
    },
    async *entries(table) {
      const text = `select id, array_to_string(tsvector_to_array(terms), ' ') as words from "${table}" order by id`;
      for await (const rows of reading(text)) yield rows.map(getEntry);
    },
    async highestIds() {
      const { rows } = await sql<{ table: string; last: number | null }>`
        select c.table_name as table, s.last_value as last from information_schema.columns c
        join pg_sequences s on s.schemaname = c.table_schema
          and format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(format('%I', c.table_name), c.column_name)
        where c.table_schema = current_schema() and c.is_identity = 'YES'`.execute(source.read);
      return new Map(rows.flatMap(({ table, last }) => (last === null ? [] : [[table, last] as const])));
    },
  };
}
