import type { Database } from './database.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import type { Pooler } from './postgres/pooler.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

export interface PostgresPlace {
  /** The URL of a database. */
  readonly postgres: string;
  /** The pooler in front of PostgreSQL; detected when not given. */
  readonly pooler?: Pooler;
  /** Path of the certificate of a private CA. */
  readonly ca?: string | null;
}

/** A SQLite file, or a PostgreSQL database. */
export type DatabasePlace = { readonly sqlite: string } | PostgresPlace;

export interface OpenOptions {
  /** Called with the text of every statement, without its values. */
  readonly onQuery?: (sql: string) => void;
  /** Called with the database's message when it reports damage. */
  readonly onDamage?: (message: string) => void;
  /** Called when an idle connection breaks. */
  readonly onError?: (error: Error) => void;
  /** Maximum number of connections to PostgreSQL; 10 by default. */
  readonly connections?: number;
  /** Notifies other processes of the same PostgreSQL database which tables were written. The default is false. */
  readonly announcesChanges?: boolean;
  /** How long a call waits for a connection, in ms; 2000 by default. */
  readonly waitMs?: number;
}

/** Opens a database without changing it; `migrate` updates its schema. */
export function openDatabase(place: DatabasePlace, options: OpenOptions = {}): Database {
  return 'sqlite' in place ? openSqlite(place.sqlite, options) : openPostgres(place, options);
}
