import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { replanHint } from '../plan-anew.ts';
import { type ConnectionMode, pooledClient } from './pooler.ts';

/** Different texts that are kept ready on a connection; the rest is parsed each time. */
const maxEntries = 200;

export interface PreparedPoolOptions {
  modeOf(client: pg.PoolClient): ConnectionMode;
  /** How long a connection of a pooler may take to begin a transaction, in ms. */
  readonly waitMs: number;
}

/**
 * A pool whose statements are parsed and planned once a connection, but for those that ask to be planned anew; on connections of a
 * pooler that lends by the transaction, each time.
 */
export function createPreparedPool(pool: pg.Pool, { modeOf, waitMs }: PreparedPoolOptions): PostgresPool {
  const names = new Map<string, string>();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxEntries || text.startsWith(replanHint)) return known;
    const name = `gantry_${names.size}`;
    names.set(text, name);
    return name;
  };

  const preparedClient = (client: pg.PoolClient): PostgresPoolClient => ({
    query: ((text: string, values: unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      return client.query(name === undefined ? { text, values } : { name, text, values });
    }) as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  });
  const wrap = (client: pg.PoolClient) =>
    modeOf(client) === 'session' ? preparedClient(client) : pooledClient(client, waitMs);

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
