import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/**
 * What stands between the server and PostgreSQL. `session`: nothing, or a pooler that lends a backend for as long as the connection lasts.
 * `transaction`: a pooler that may lend another backend to each transaction, so that no session state survives one. `auto` finds out.
 */
export const poolers = ['auto', 'session', 'transaction'] as const;
export type Pooler = (typeof poolers)[number];

/** May a connection hold state between two transactions? */
export type ConnectionMode = Exclude<Pooler, 'auto'>;

/** Limits of PostgreSQL, in ms: for a statement, and for a transaction that does nothing. */
const limitsMs = { statement_timeout: 5000, idle_in_transaction_session_timeout: 10_000 };
const localLimits = Object.entries(limitsMs).map(([name, ms]) => `set local ${name} = ${ms}`);
const begins = /^(begin|start transaction)\b/;

/** SQLSTATE of a server that has no free connection, which is what a pooler without a free backend comes to. */
const tooManyConnections = '53300';

/**
 * Rejects when the first statement of a connection, or of a transaction in a pooler, takes longer: whoever shook hands has no backend for it.
 * The work itself goes on.
 */
export async function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = Object.assign(new Error('no database connection was free in time'), { code: tooManyConnections });
    timer = setTimeout(() => reject(error), ms);
  });
  work.catch(() => {}); // after the timeout its result is not awaited
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Finds out how a new connection may be used and sets its limits where they last. A pooler answers the handshake itself, so the process
 * ID that it announces is not that of the backend. Limits are not startup parameters, since poolers reject those.
 */
export async function prepareConnection(client: pg.ClientBase, pooler: Pooler): Promise<ConnectionMode> {
  if (pooler === 'transaction') return 'transaction';
  const announced = (client as { processID?: number | null }).processID ?? 0;
  const isOwn = pooler === 'session' ? 'true' : `pg_backend_pid() = ${announced}`;
  const limits = Object.entries(limitsMs)
    .map(([name, ms]) => `case when own then set_config('${name}', '${ms}', false) end`)
    .join(', ');
  const { rows } = await client.query<{ own: boolean }>(`select own, ${limits} from (select ${isOwn} as own) backend`);
  return rows[0]?.own ? 'session' : 'transaction';
}

/**
 * A client whose every statement runs in a transaction with its own limits, and that leaves nothing behind: no prepared statement has a
 * name. A pooler without a free backend is waited for `waitMs`; the connection is then given up, which takes it out of the pooler's queue.
 */
export function pooledClient(client: pg.PoolClient, waitMs: number): PostgresPoolClient {
  let isOpen = false;
  let isGivenUp = false;

  const begin = async (text: string) => {
    const begun = client.query([text, ...localLimits].join('; '));
    await withinTime(begun, waitMs).catch((error) => {
      isGivenUp = true;
      throw error;
    });
    isOpen = true;
  };
  const end = (text: string) => {
    isOpen = false;
    return client.query(text);
  };
  const only = async (text: string, values: unknown[]) => {
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
    return isOpen ? client.query({ text, values }) : only(text, values);
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(isGivenUp),
  };
}
