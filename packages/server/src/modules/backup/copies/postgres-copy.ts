import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/store/database.ts';
import { migrate } from '../../../platform/store/migrations/migrate.ts';
import type { Migration } from '../../../platform/store/migrations/migration.ts';
import { excludedRows } from './excluded-rows.ts';

interface Column {
  readonly name: string;
  /** As PostgreSQL calls it, to cast from text. */
  readonly type: string;
}
/** A line of the dump: the start of a table, or one of its rows, with every cell as text. */
type Line = { readonly table: string; readonly columns: readonly Column[] } | readonly (string | null)[];

const batch = 500;
const migrationsTable = 'schema_migrations';

/** A large table takes longer than a call may. */
export async function withoutTimeouts(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

async function getTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.execute(tx);
  return rows.map(({ name }) => name);
}

async function getColumns(tx: Tx, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`select column_name as name, udt_name as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position`.execute(tx);
  return rows;
}

/** Tables in the order of their references; a table that refers to itself keeps its position. */
export async function tablesByReference(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select c.conrelid::regclass::text as from, c.confrelid::regclass::text as to from pg_constraint c
    join pg_namespace n on n.oid = c.connamespace where c.contype = 'f' and n.nspname = current_schema()`.execute(tx);
  const ordered: string[] = [];
  const visit = (table: string, above: readonly string[]) => {
    if (ordered.includes(table) || above.includes(table)) return;
    for (const { to } of rows.filter(({ from }) => from === table)) visit(to, [...above, table]);
    ordered.push(table);
  };
  for (const table of await getTables(tx)) visit(table, []);
  return ordered;
}

/** Every table as lines of JSON, all at one moment; only a few rows are in memory. */
export async function* readPostgres(database: Database): AsyncGenerator<Buffer> {
  const lines = createHandOver<Buffer>();
  const reading = database
    .transaction(async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx);
      await withoutTimeouts(tx);
      for (const table of await tablesByReference(tx)) await readTable(tx, table, lines.put);
    })
    .then(lines.end, lines.fail);
  yield* lines.take();
  await reading;
}

async function readTable(tx: Tx, table: string, put: (piece: Buffer) => Promise<void>): Promise<void> {
  const columns = await getColumns(tx, table);
  await put(asLine({ table, columns }));
  const cells = sql.join(columns.map(({ name }, at) => sql`${sql.ref(name)}::text as ${sql.ref(`c${at}`)}`));
  const which = excludedRows[table];
  const stored = which === undefined ? sql`` : sql`where not (${sql.raw(which)})`;
  await sql`declare dump no scroll cursor for select ${cells} from ${sql.table(table)} ${stored}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`fetch ${sql.lit(batch)} from dump`.execute(tx);
    if (rows.length === 0) break;
    await put(Buffer.concat(rows.map((row) => asLine(columns.map((_, at) => row[`c${at}`] ?? null)))));
  }
  await sql`close dump`.execute(tx);
}

const asLine = (line: Line) => Buffer.from(`${JSON.stringify(line)}\n`);

export async function isEmptyPostgres(database: Database): Promise<boolean> {
  return database.transaction(async (tx) => (await getTables(tx)).length === 0);
}

async function* getLines(content: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0);
  for await (const piece of content) {
    rest = Buffer.concat([rest, piece]);
    let from = 0;
    for (let at = rest.indexOf(0x0a, from); at >= 0; at = rest.indexOf(0x0a, from)) {
      yield JSON.parse(rest.subarray(from, at).toString('utf8')) as Line;
      from = at + 1;
    }
    rest = rest.subarray(from);
  }
}

/** Leaves nothing of our own in the schema. */
export async function dropTables(tx: Tx): Promise<void> {
  for (const table of await getTables(tx)) await sql`drop table ${sql.table(table)} cascade`.execute(tx);
  const { rows } = await sql<{ name: string }>`select p.oid::regprocedure::text as name from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname = current_schema() and p.proname like '%\\_refuse'`.execute(
    tx,
  );
  for (const { name } of rows) await sql`drop function ${sql.raw(name)} cascade`.execute(tx);
}

/** Creates the schema of the backup and fills it. Deletes all existing tables first. */
export async function writePostgres(
  database: Database,
  migrations: readonly Migration[],
  content: AsyncIterable<Buffer>,
): Promise<void> {
  await database.transaction(dropTables);
  await migrate(database, migrations);
  await database.transaction(async (tx) => {
    await withoutTimeouts(tx);
    await fill(tx, content);
  });
}

async function fill(tx: Tx, content: AsyncIterable<Buffer>): Promise<void> {
  let into: { table: string; columns: readonly Column[] } | null = null;
  let rows: (readonly (string | null)[])[] = [];
  const flush = async () => {
    if (into !== null && rows.length > 0 && into.table !== migrationsTable) await insert(tx, into, rows);
    rows = [];
  };
  for await (const line of getLines(content)) {
    if (!('table' in line)) {
      if (rows.push(line) >= batch) await flush();
      continue;
    }
    await flush();
    into = line;
    await deleteRows(tx, line.table);
  }
  await flush();
  await resetIds(tx);
}

/** What a migration put there comes from the backup instead. A table that rejects deletes has nothing in it yet. */
async function deleteRows(tx: Tx, table: string): Promise<void> {
  if (table === migrationsTable) return;
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(tx);
  if (rows.length > 0) await sql`delete from ${sql.table(table)}`.execute(tx);
}

async function insert(
  tx: Tx,
  { table, columns }: { table: string; columns: readonly Column[] },
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const given = sql.join(columns.map((_, at) => sql`${rows.map((row) => row[at] ?? null)}::text[]`));
  const cells = sql.join(columns.map(({ type }, at) => sql`${sql.ref(`c${at}`)}::${sql.raw(`"${type}"`)}`));
  const aliases = sql.join(columns.map((_, at) => sql.ref(`c${at}`)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${cells} from unnest(${given}) as given (${aliases})`.execute(tx);
}

/** The next id of every table comes after its highest. */
async function resetIds(tx: Tx): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`select table_name as table, column_name as column
    from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`.execute(tx);
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, ${column}),
      greatest((select coalesce(max(${sql.ref(column)}), 0) from ${sql.table(table)}), 1),
      exists (select 1 from ${sql.table(table)}))`.execute(tx);
  }
}

/** Hands pieces from a writer, who waits until each is taken, to one reader. */
interface HandOver<T> {
  put(piece: T): Promise<void>;
  end(): void;
  fail(error: unknown): void;
  take(): AsyncGenerator<T>;
}

export function createHandOver<T>(): HandOver<T> {
  let piece: { value: T; taken: () => void } | null = null;
  let ended = false;
  let failure: unknown = null;
  let wake: () => void = () => {};
  return {
    put: (value) =>
      new Promise((resolve) => {
        piece = { value, taken: resolve };
        wake();
      }),
    end() {
      ended = true;
      wake();
    },
    fail(error) {
      failure = error;
      ended = true;
      wake();
    },
    async *take() {
      for (;;) {
        if (piece) {
          const { value, taken } = piece;
          piece = null;
          yield value;
          taken();
        } else if (ended) {
          if (failure !== null) throw failure;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
