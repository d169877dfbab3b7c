import type { Database } from './database.ts';
import { openPostgres } from './postgres/open-postgres.ts';
import type { Pooler } from './postgres/pooler.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

export interface PostgresPlace {
  /** The URL of a database. */
  readonly postgres: string;
  /** What stands before PostgreSQL; found out when not given. */
  readonly pooler?: Pooler;
  /** A file with the certificate of a private CA. */
  readonly ca?: string | null;
}

/** A file of SQLite, or a PostgreSQL. */
export type DatabasePlace = { readonly sqlite: string } | PostgresPlace;

export interface OpenOptions {
  /** Told the text of every statement, without its values. */
  readonly onQuery?: (sql: string) => void;
  /** Called with the message of the database when it finds itself damaged. */
  readonly onDamage?: (message: string) => void;
  /** Called when an idle connection breaks. */
  readonly onError?: (error: Error) => void;
  /** Most connections to PostgreSQL; 10 when not given. */
  readonly connections?: number;
  /** Notifies other processes of the same PostgreSQL database which tables were written. The default is false. */
  readonly announcesChanges?: boolean;
  /** How long a call waits for one of them, in ms; 2000 when not given. */
  readonly waitMs?: number;
}

/** Opens a database as it is: `migrate` brings its schema up to date. */
export function openDatabase(place: DatabasePlace, options: OpenOptions = {}): Database {
  return 'sqlite' in place ? openSqlite(place.sqlite, options) : openPostgres(place, options);
}
