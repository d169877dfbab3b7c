import type { Kysely, Transaction } from 'kysely';

/** A row as the driver gives it: snake_case columns; integers, text and null only. */
export type Row = Record<string, unknown>;
/** Tables are not known to the compiler: definitions and migrations say what they hold. */
export type Tables = Record<string, Row>;
export type Reader = Kysely<Tables>;
/** A transaction: reads what it has written, and is there as a whole or not at all. */
export type Tx = Transaction<Tables>;

/** One database, SQLite or PostgreSQL, with what differs between them behind `dialect`. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** Queries outside a transaction; never writes. */
  readonly read: Reader;
  readonly dialect: Dialect;
  /** Runs once; commits when `run` resolves and rolls back when it throws. Do no slow work inside. */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** What the two databases do in different ways. Everything else is SQL that both run. */
export interface Dialect {
  readonly kind: 'sqlite' | 'postgres';
  /** Serialises whoever takes the same name until the transaction ends. */
  lock(tx: Tx, name: string): Promise<void>;
  /** The name of the column or field that broke a unique index, or null when the error is another one. */
  uniqueViolation(error: unknown): { readonly table: string; readonly columns: readonly string[] } | null;
  /** The storage is full. */
  isFull(error: unknown): boolean;
}
