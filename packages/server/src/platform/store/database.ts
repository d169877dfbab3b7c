import type { Insertable, Kysely, RawBuilder, Selectable, Transaction } from 'kysely';
import type { ChangeSignals } from './change-signals.ts';
import type { ColumnType } from './columns.ts';
import type { TableOfResource, Tables } from './tables.ts';

export type { Tables } from './tables.ts';

/** A row as the driver returns it: snake_case columns; only integers, text and null. */
export type Row = Record<string, unknown>;
/** Returns the ID of a row whose table is known only at run time; NaN, which matches no row, when there is no row. */
export const getId = (row: Row | null | undefined): number => Number(row?.id);

/** The tables for code that takes their names from a definition. */
export type NamedTables = Record<string, Row>;
export type Reader = Kysely<Tables>;
/** A transaction: reads its own writes and is committed completely or not at all. */
export type Tx = Transaction<Tables>;
/** A row of a table as a query returns it. */
export type RowOf<T extends keyof Tables> = Selectable<Tables[T]>;
/** A row of the table of a resource; any row when the resource is known only at run time. */
export type RowOfResource<R extends { readonly name: string }> = R['name'] extends keyof TableOfResource
  ? RowOf<TableOfResource[R['name']]>
  : Row;
/** A row to insert into a table. */
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
/** The type of the values of a column; for a choice or state, the union of its options. */
export type Column<T extends keyof Tables, C extends keyof Tables[T]> = NonNullable<RowOf<T>[C & keyof RowOf<T>]>;

/** The same connection for tables whose names come from a definition: their columns are checked at the start of the server. */
export const withNamedTables = (read: Reader | Tx): Kysely<NamedTables> => read as unknown as Kysely<NamedTables>;

/** The values that a cell can have on both databases. */
export type Cell = string | number | null;

/** One database, SQLite or PostgreSQL, with what differs between them behind `dialect`. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** Queries outside a transaction; never writes. */
  readonly read: Reader;
  readonly dialect: Dialect;
  /**
   * Commits when `run` resolves and rolls back when it throws. Do no slow work inside. After a deadlock or a serialization
   * failure on PostgreSQL, `run` is called again on a new transaction, three times at most.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs a read that may take minutes without delaying others: on PostgreSQL from one snapshot; on SQLite in a thread, one
   * statement at a time and without folding of text.
   */
  readAtLength<T>(run: (read: Reader) => Promise<T>): Promise<T>;
  /**
   * The same database over a few separate connections: for calls that must succeed even while all other connections are in use.
   * Only for short work. On SQLite, which does not need it, this is the database itself.
   */
  readonly reserved: Database;
  /** Signals which tables were written. The reserved database shares it. */
  readonly changes: ChangeSignals;
  /** Returns whether at least as many queries wait for a connection as the pool can have connections; always false on SQLite. */
  isSaturated(): boolean;
  /** Returns the numbers of connections, idle connections and waiting calls; null for a database without connections. */
  pool(): { readonly size: number; readonly idle: number; readonly waiting: number } | null;
  /** Rejects when the database does not answer. Takes no connection of the pool. */
  ping(): Promise<void>;
  /** Reports an error that occurred outside this object, in a thread or a copy, if it means that the database is damaged. */
  reportDamage(error: unknown): void;
  /** Refreshes the statistics of the query planner. Call it after a large import, and at intervals. */
  optimise(): Promise<void>;
  close(): Promise<void>;
}

export interface NewColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** A word of the keyword index; a prefix matches every word that starts with it. */
export interface SearchTerm {
  readonly word: string;
  readonly prefix: boolean;
}
export interface SearchEntry {
  readonly id: number;
  readonly words: readonly string[];
}

/** The operations that differ between the two databases. Everything else is SQL that both run. */
export interface Dialect {
  readonly kind: 'sqlite' | 'postgres';
  /** Takes a lock of this name until the transaction ends; transactions that take the same name run one after the other. */
  lock(tx: Tx, name: string): Promise<void>;
  /** Returns the columns of the violated unique index; null for any other error. */
  uniqueViolation(error: unknown): { readonly table: string; readonly columns: readonly string[] } | null;
  /** A reference has no target, or a row that is still referenced would be deleted. */
  foreignViolation(error: unknown): boolean;
  /** The storage is full, fails or is read-only: nothing can be written. */
  isFull(error: unknown): boolean;
  /** The database does not respond, or not in time: the call may be retried. */
  isBusy(error: unknown): boolean;
  /** The database reports that its own file or pages are damaged. */
  isDamaged(error: unknown): boolean;
  /** A statement exceeded its time limit; the same statement for another record may be fast. */
  isSlow(error: unknown): boolean;
  /** Inserts all rows with one statement. Returns their IDs in the order of the rows. */
  insertMany(
    tx: Tx,
    table: string,
    columns: readonly NewColumn[],
    rows: readonly (readonly Cell[])[],
  ): Promise<number[]>;
  /** Returns a subquery of the tuples with columns c0, c1, ...; it takes one parameter regardless of the number of tuples. */
  tuples(types: readonly ColumnType[], tuples: readonly (readonly Cell[])[]): RawBuilder<unknown>;
  /** Returns text as the keyword index folds it: without differences of case and of Unicode compatibility forms. */
  folded(column: RawBuilder<unknown>): RawBuilder<string>;
  /** Returns the names and types of a table's columns; empty when the table does not exist. */
  columnsOf(read: Reader, table: string): Promise<{ readonly name: string; readonly type: string }[]>;
  /** Returns the columns of each unique index of a table. */
  uniquesOf(read: Reader, table: string): Promise<string[][]>;
  readonly search: SearchIndex;
}

/** The keyword index of a table: `<table>_search`. Written in the transaction of its rows. */
export interface SearchIndex {
  /** Consumes the entries one by one, so that the entries of many rows need not be in memory at the same time. */
  add(tx: Tx, table: string, entries: Iterable<SearchEntry>): Promise<void>;
  remove(tx: Tx, table: string, ids: readonly number[]): Promise<void>;
  /** Returns a subquery of the IDs (as `id`) of the entries that match all terms. */
  hits(table: string, terms: readonly SearchTerm[]): RawBuilder<{ id: number }>;
  /** Whether hits are returned in the order of their IDs, in either direction, without sorting. */
  readonly ordered: boolean;
  /** Returns the index as the first table of a query: `from`, its ID column, and the condition that it matches the terms. */
  lead(table: string, terms: readonly SearchTerm[]): SearchLead;
}

export interface SearchLead {
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}
