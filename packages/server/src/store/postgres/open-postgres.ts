import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type pg from 'pg';
import type { Database, Reader, Tables, Tx } from '../database.ts';
import type { OpenOptions } from '../open-database.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { preparedPool } from './prepared-pool.ts';

const tries = 3;
/** How long one statement of a long reading may take; otherwise it has five seconds. */
const patience = '100s';
/** OIDs of bigint and numeric: both hold whole numbers of the safe range here, and come as text otherwise. */
const wholeNumbers = new Set([20, 1700]);

/** Loaded by whoever has a PostgreSQL: it takes a tenth of a start. */
const driver = () => createRequire(import.meta.url)('pg') as typeof pg;

const typesOf = ({ types }: typeof pg): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) =>
    wholeNumbers.has(oid) && format !== 'binary' ? Number : types.getTypeParser(oid, format),
});

/** Connections of a pool when nobody says otherwise, and those that are kept for what is always answered. */
const [usual, kept] = [10, 2];

/** A pool that gives up in time: 2 s for a connection unless told otherwise, 5 s for a statement, 10 s for a transaction that does nothing. */
function poolFor(url: string, { connections = usual, waitMs = 2000, onError }: OpenOptions): pg.Pool {
  const pg = driver();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: waitMs,
    statement_timeout: 5000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'gantry',
    types: typesOf(pg),
  });
  pool.on('error', (error) => onError?.(error));
  // A connection that breaks while it is lent out speaks for itself, and nobody listening would end the process.
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  return pool;
}

/** The transaction was undone and would succeed alone: a deadlock, or two that cannot stand in any order. */
function wantsAnotherTry(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === '40001' || code === '40P01';
}

async function withTries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= tries || !wantsAnotherTry(error)) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

/** Everything that `run` reads is of one moment. */
function ofOneMoment<T>(kysely: Kysely<Tables>, run: (read: Reader) => Promise<T>): Promise<T> {
  return kysely.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await sql`set local statement_timeout = ${sql.lit(patience)}`.execute(tx);
    return run(tx);
  });
}

export function openPostgres(url: string, options: OpenOptions): Database {
  const few = overPool(poolFor(url, { ...options, connections: kept }), options);
  const reserved: Database = {
    ...few,
    get reserved() {
      return reserved;
    },
  };
  const all = overPool(poolFor(url, options), options);
  const close = async () => {
    await Promise.all([all.close(), few.close()]);
  };
  return { ...all, reserved, ping: few.ping, close };
}

function overPool(pool: pg.Pool, { onQuery, onDamage }: OpenOptions): Omit<Database, 'reserved'> {
  const end = async () => {
    if (!pool.ending) await pool.end();
  };
  const reportDamage = (error: unknown) => {
    if (error instanceof Error && postgresDialect.isDamaged(error)) onDamage?.(error.message);
  };
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool: { ...preparedPool(pool), end } }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => (event.level === 'error' ? reportDamage(event.error) : onQuery?.(event.query.sql)),
  });
  return {
    kind: 'postgres',
    read: kysely,
    dialect: postgresDialect,
    transaction: <T>(run: (tx: Tx) => Promise<T>) => withTries(() => kysely.transaction().execute(run)),
    isCrowded: () => pool.waitingCount >= pool.options.max,
    pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    reportDamage,
    readAtLength: (run) => withTries(() => ofOneMoment(kysely, run)),
    ping: async () => {
      await sql`select 1`.execute(kysely);
    },
    optimise: async () => {
      await kysely.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        await sql`analyze`.execute(tx);
      });
    },
    // Kysely ends a pool that it has used; one that it has not must not be left open.
    close: async () => {
      await kysely.destroy();
      await end();
    },
  };
}
