import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type pg from 'pg';
import { runWithCallbacks } from '../after-commit.ts';
import { WriteCollector } from '../change-signals.ts';
import type { Database, Reader, Tables } from '../database.ts';
import type { OpenOptions, PostgresPlace } from '../open-database.ts';
import { replanHint } from '../prepared-query.ts';
import { readPostgresUrl } from './connection-options.ts';
import { type ConnectionMode, pooledClient, prepareConnection, withTimeout } from './pooler.ts';
import { createPostgresChanges, type PostgresChanges } from './postgres-changes.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** Maximum number of prepared statements per connection; others are parsed each time. */
const maxEntries = 200;

interface PreparedPoolOptions {
  modeOf(client: pg.PoolClient): ConnectionMode;
  /** Called after each commit that wrote something. */
  onCommit(tables: ReadonlySet<string>): void;
  /** How long a pooler may take to start a transaction, in ms. */
  readonly waitMs: number;
}

/**
 * Creates a pool whose connections prepare statements once, except for those with the replan hint. Connections of a pooler in
 * transaction mode prepare them each time.
 */
function createPreparedPool(pool: pg.Pool, { modeOf, onCommit, waitMs }: PreparedPoolOptions): PostgresPool {
  const names = new Map<string, string>();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  const getName = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxEntries || text.startsWith(replanHint)) return known;
    const name = `gantry_${names.size}`;
    names.set(text, name);
    return name;
  };

  const getPreparedClient = (client: pg.PoolClient): PostgresPoolClient => ({
    query: ((text: string, values: unknown[]) => {
      const name = values.length > 0 ? getName(text) : undefined;
      return client.query(name === undefined ? { text, values } : { name, text, values });
    }) as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  });
  const wrap = (client: pg.PoolClient) =>
    observeCommits(modeOf(client) === 'session' ? getPreparedClient(client) : pooledClient(client, waitMs), onCommit);

  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** Collects the tables that each transaction of a client writes, and reports them after the commit. */
function observeCommits(client: PostgresPoolClient, onCommit: PreparedPoolOptions['onCommit']): PostgresPoolClient {
  const written = new WriteCollector();
  const commit = async (text: string, values: unknown[]) => {
    const result = await client.query(text, values);
    const tables = written.take();
    if (tables) onCommit(tables);
    return result;
  };
  const query = (text: string, values: unknown[]) => {
    if (text === 'commit') return commit(text, values);
    if (text === 'begin' || text === 'rollback') written.clear();
    else written.add(text);
    return client.query(text, values);
  };
  return { ...client, query: query as unknown as PostgresPoolClient['query'] };
}

const maxAttempts = 3;
/** Timeout of one statement of a long read; other statements have five seconds. */
const timeoutMs = '100s';
/** OIDs of bigint and numeric: both contain safe integers here, and would otherwise be returned as text. */
const integerTypes = new Set([20, 1700]);

/** Loads the driver only when PostgreSQL is used, since this takes a tenth of the startup time. */
const loadDriver = () => createRequire(import.meta.url)('pg') as typeof pg;

const createTypes = ({ types }: typeof pg): pg.CustomTypesConfig => ({
  getTypeParser: (oid, format) =>
    integerTypes.has(oid) && format !== 'binary' ? Number : types.getTypeParser(oid, format),
});

/** Default size of the pool, and the connections that are reserved for requests that must always be answered. */
const [defaultConnections, reservedCount] = [10, 2];

interface Connections {
  readonly pool: pg.Pool;
  /** How long a call waits for a connection, in ms. */
  readonly waitMs: number;
  modeOf(client: pg.ClientBase): ConnectionMode;
  /** Number of connections that PostgreSQL has accepted. */
  established(): number;
}

/** Creates a pool with timeouts: 2 s for a connection by default, and those of `prepareConnection` for statements. */
function createConnections(
  place: PostgresPlace,
  { connections = defaultConnections, waitMs = 2000, onError }: OpenOptions,
): Connections {
  const pg = loadDriver();
  const modes = new WeakMap<pg.ClientBase, ConnectionMode>();
  let established = 0;
  const prepare = async (client: pg.ClientBase) => {
    // A query reports that its connection broke; without a listener the error event would end the process.
    client.on('error', (error) => onError?.(error));
    modes.set(client, await withTimeout(prepareConnection(client, place.pooler ?? 'auto'), waitMs));
  };
  const pool = new pg.Pool({
    ...readPostgresUrl(place.postgres, place.ca),
    max: connections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    application_name: 'gantry',
    types: createTypes(pg),
    onConnect: prepare,
  });
  pool.on('error', (error) => onError?.(error));
  pool.on('connect', () => {
    established += 1;
  });
  pool.on('remove', () => {
    established -= 1;
  });
  const modeOf = (client: pg.ClientBase) => modes.get(client) ?? 'transaction';
  return { pool, waitMs, modeOf, established: () => established };
}

/** Whether a transaction was rolled back and may succeed when it is repeated: after a deadlock or a serialization failure. */
function isRetryable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === '40001' || code === '40P01';
}

async function runWithRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

/** Runs reads on one snapshot. */
function readSnapshot<T>(kysely: Kysely<Tables>, run: (read: Reader) => Promise<T>): Promise<T> {
  return kysely.transaction().execute(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
    return run(tx);
  });
}

export function openPostgres(place: PostgresPlace, options: OpenOptions): Database {
  const reservedConnections = createConnections(place, { ...options, connections: reservedCount });
  const changes = createPostgresChanges({
    place,
    createClient: (config) => new (loadDriver().Client)(config),
    announces: options.announcesChanges ?? false,
    notify: (text, values) => reservedConnections.pool.query(text, [...values]),
    onError: options.onError,
  });
  const reservedDatabase = createPoolDatabase(reservedConnections, changes, options);
  const reserved: Database = {
    ...reservedDatabase,
    get reserved() {
      return reserved;
    },
  };
  const connections = createConnections(place, options);
  const main = createPoolDatabase(connections, changes, options);
  const close = async () => {
    await changes.close();
    await Promise.all([main.close(), reservedDatabase.close()]);
  };
  // If the calls have no connection, the reserved connections do not show whether they could get one.
  const ping = async () => {
    await reservedDatabase.ping();
    if (connections.established() === 0) await main.ping();
  };
  return { ...main, reserved, ping, close };
}

function createPoolDatabase(
  connections: Connections,
  changes: PostgresChanges,
  { onQuery, onDamage }: OpenOptions,
): Omit<Database, 'reserved'> {
  const { pool } = connections;
  const end = async () => {
    if (!pool.ending) await pool.end();
  };
  const reportDamage = (error: unknown) => {
    if (error instanceof Error && postgresDialect.isDamaged(error)) onDamage?.(error.message);
  };
  const poolOptions = { ...connections, onCommit: changes.committed };
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool: { ...createPreparedPool(pool, poolOptions), end } }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: (event) => (event.level === 'error' ? reportDamage(event.error) : onQuery?.(event.query.sql)),
  });
  return {
    kind: 'postgres',
    read: kysely,
    dialect: postgresDialect,
    changes,
    transaction: (run) =>
      runWithRetries(() => runWithCallbacks((callback) => kysely.transaction().execute(callback), run)),
    isSaturated: () => pool.waitingCount >= pool.options.max,
    pool: () => ({ size: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    reportDamage,
    readAtLength: (run) => runWithRetries(() => readSnapshot(kysely, run)),
    ping: async () => {
      await sql`select 1`.execute(kysely);
    },
    optimise: async () => {
      await kysely.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        await sql`analyze`.execute(tx);
      });
    },
    // Kysely ends a pool only if it has used it.
    close: async () => {
      await kysely.destroy();
      await end();
    },
  };
}
