import pg from 'pg';

/** An empty database for the built server, as command-line flags. */
export interface EmptyDatabase {
  readonly flags: readonly string[];
  /** Null for SQLite, whose file is in the data folder. */
  readonly url: string | null;
  drop(): Promise<void>;
}

const server = process.env.GANTRY_TEST_POSTGRES;
/** Includes PostgreSQL when `GANTRY_TEST_POSTGRES` is set. */
export const serverDatabases: readonly ('sqlite' | 'postgres')[] = server ? ['sqlite', 'postgres'] : ['sqlite'];

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export async function emptyDatabase(kind: 'sqlite' | 'postgres'): Promise<EmptyDatabase> {
  if (kind === 'sqlite') return { flags: [], url: null, drop: async () => {} };
  const name = `empty_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await onServer(`create database ${name}`);
  const address = new URL(server ?? '');
  address.pathname = `/${name}`;
  const url = address.href;
  return { flags: ['--database', url], url, drop: () => onServer(`drop database ${name} with (force)`) };
}
