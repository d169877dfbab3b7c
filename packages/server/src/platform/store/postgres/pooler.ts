import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/**
 * The pooler between the server and PostgreSQL. `session`: none, or one that assigns a backend for the life of a connection.
 * `transaction`: one that may assign another backend to each transaction, so that no session state survives it. `auto` detects
 * it.
 */
export const poolers = ['auto', 'session', 'transaction'] as const;
export type Pooler = (typeof poolers)[number];

/** Whether a connection has state between transactions. */
export type ConnectionMode = Exclude<Pooler, 'auto'>;

/** Timeouts of PostgreSQL, in ms: for a statement, and for an idle transaction. */
const limitsMs = { statement_timeout: 5000, idle_in_transaction_session_timeout: 10_000 };
const localLimits = Object.entries(limitsMs).map(([name, ms]) => `set local ${name} = ${ms}`);
const begins = /^(begin|start transaction)\b/;

/** SQLSTATE of a server without free connections, which also describes a pooler without a free backend. */
const tooManyConnections = '53300';

/**
 * Rejects when the first statement of a connection, or of a transaction in a pooler, takes too long: the pooler has accepted the
 * connection but has no backend for it. The work itself continues.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error('no database connection was free in time'), { code: tooManyConnections });
    timer = setTimeout(() => reject(error), ms);
  });
  work.catch(() => {}); // after the timeout its result is not awaited
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Detects the mode of a new connection, and sets its limits if they persist. A pooler handles the handshake itself, so the
 * process ID that it announces is not that of the backend. Limits are not startup parameters, since poolers reject those.
 */
export async function prepareConnection(client: pg.ClientBase, pooler: Pooler): Promise<ConnectionMode> {
  if (pooler === 'transaction') return 'transaction';
  const announced = (client as { processID?: number | null }).processID ?? 0;
  const isOwnBackend = pooler === 'session' ? 'true' : `pg_backend_pid() = ${announced}`;
  const limits = Object.entries(limitsMs)
    .map(([name, ms]) => `case when own then set_config('${name}', '${ms}', false) end`)
    .join(', ');
  const { rows } = await client.query<{ own: boolean }>(
    `select own, ${limits} from (select ${isOwnBackend} as own) backend`,
  );
  return rows[0]?.own ? 'session' : 'transaction';
}

/**
 * Returns a client that runs each statement in a transaction with its own limits and leaves nothing behind: prepared statements
 * have no names. It waits `waitMs` for a free backend of the pooler; then the connection is closed, which removes it from the
 * pooler's queue.
 */
export function pooledClient(client: pg.PoolClient, waitMs: number): PostgresPoolClient {
  let isOpen = false;
  let isGivenUp = false;

  const begin = async (text: string) => {
    const started = client.query([text, ...localLimits].join('; '));
    await withTimeout(started, waitMs).catch((error) => {
      isGivenUp = true;
      throw error;
    });
    isOpen = true;
  };
  const end = (text: string) => {
    isOpen = false;
    return client.query(text);
  };
  const runAlone = async (text: string, values: unknown[]) => {
    await begin('begin');
    try {
      const result = await client.query({ text, values });
      await end('commit');
      return result;
    } catch (error) {
      await end('rollback').catch(() => {});
      throw error;
    }
  };
  const query = async (text: string, values: unknown[]) => {
    if (begins.test(text)) {
      await begin(text);
      return { command: 'BEGIN', rowCount: 0, rows: [] };
    }
    if (text === 'commit' || text === 'rollback') return end(text);
    return isOpen ? client.query({ text, values }) : runAlone(text, values);
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isGivenUp),
  };
}
