import type { Insertable, Kysely, RawBuilder, Selectable, Transaction } from 'kysely';
import type { ChangeSignals } from './change-signals.ts';
import type { ColumnType } from './columns.ts';
import type { TableOfResource, Tables } from './tables.ts';

export type { Tables } from './tables.ts';

/** A row as the driver gives it: snake_case columns; integers, text and null only. */
export type Row = Record<string, unknown>;
/** The ID of a row whose table is known at run time only; NaN when there is none, which no row has. */
export const getId = (row: Row | null | undefined): number => Number(row?.id);

/** Tables as code sees them that gets their names from a definition. */
export type NamedTables = Record<string, Row>;
export type Reader = Kysely<Tables>;
/** A transaction: reads what it has written, and is there as a whole or not at all. */
export type Tx = Transaction<Tables>;
/** A row of a table as a query gives it. */
export type RowOf<T extends keyof Tables> = Selectable<Tables[T]>;
/** A row of the table of a resource; of a resource that is known at run time only, any row. */
export type RowOfResource<R extends { readonly name: string }> = R['name'] extends keyof TableOfResource
  ? RowOf<TableOfResource[R['name']]>
  : Row;
/** A row to insert into a table. */
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
/** What a column of a table holds; of a choice or state, one of its options. */
export type Column<T extends keyof Tables, C extends keyof Tables[T]> = NonNullable<RowOf<T>[C & keyof RowOf<T>]>;

/** The same connection for tables whose names come from a definition: their columns are checked at the start of the server. */
export const withNamedTables = (read: Reader | Tx): Kysely<NamedTables> => read as unknown as Kysely<NamedTables>;

/** What one cell may hold on both databases. */
export type Cell = string | number | null;

/** One database, SQLite or PostgreSQL, with what differs between them behind `dialect`. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres';
  /** Queries outside a transaction; never writes. */
  readonly read: Reader;
  readonly dialect: Dialect;
  /**
   * Runs once; commits when `run` resolves and rolls back when it throws. Do no slow work inside. PostgreSQL may ask for
   * another try (deadlock, serialisation): then `run` is called again on a fresh transaction, three times at most.
   */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs a read that may take minutes without delaying others: on PostgreSQL from one snapshot, on SQLite in a thread, one statement
   * after the other; text is not folded there.
   */
  readAtLength<T>(run: (read: Reader) => Promise<T>): Promise<T>;
  /**
   * The same database over a few connections of its own: for what is answered even while all others are taken. Short work
   * only. SQLite has no need of it: there it is the database itself.
   */
  readonly reserved: Database;
  /** Signals which tables were written. The reserved database shares it. */
  readonly changes: ChangeSignals;
  /** Do so many wait for a connection already that another would only wait behind them? */
  isSharedNetwork(): boolean;
  /** The number of connections, of idle ones, and of calls that wait for one; null for a database without connections. */
  pool(): { readonly size: number; readonly idle: number; readonly waiting: number } | null;
  /** Rejects when the database does not answer. Takes no connection of the pool. */
  ping(): Promise<void>;
  /** Reports an error that was met past this object, in a thread or a copy, when it says that the database is damaged. */
  reportDamage(error: unknown): void;
  /** Refreshes what the planner knows of the tables. After a large load, and now and then. */
  optimise(): Promise<void>;
  close(): Promise<void>;
}

export interface NewColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** A word of the keyword index; a prefix finds every word that starts with it. */
export interface SearchTerm {
  readonly word: string;
  readonly prefix: boolean;
}
export interface SearchEntry {
  readonly id: number;
  readonly words: readonly string[];
}

/** What the two databases do in different ways. Everything else is SQL that both run. */
export interface Dialect {
  readonly kind: 'sqlite' | 'postgres';
  /** Serialises whoever takes the same name until the transaction ends. */
  lock(tx: Tx, name: string): Promise<void>;
  /** The columns that broke a unique index, or null when the error is another one. */
  uniqueViolation(error: unknown): { readonly table: string; readonly columns: readonly string[] } | null;
  /** A reference points nowhere, or a referenced row would go. */
  foreignViolation(error: unknown): boolean;
  /** The storage is full, or the disk fails: nothing can be written. */
  isFull(error: unknown): boolean;
  /** The database does not answer, or not in time: the call may be sent again. */
  isBusy(error: unknown): boolean;
  /** The database says that its own file or pages are damaged. */
  isDamaged(error: unknown): boolean;
  /** Of what is busy: one statement took longer than it may, where that of another record may be quick. */
  isSlow(error: unknown): boolean;
  /** Inserts all rows with one statement; ids in the order of the rows. */
  insertMany(
    tx: Tx,
    table: string,
    columns: readonly NewColumn[],
    rows: readonly (readonly Cell[])[],
  ): Promise<number[]>;
  /** A set of tuples as a sub-query of columns c0, c1, ...; one parameter however many they are. */
  tuples(types: readonly ColumnType[], tuples: readonly (readonly Cell[])[]): RawBuilder<unknown>;
  /** Text as the keyword index folds it: compatibility forms and case made one. */
  folded(column: RawBuilder<unknown>): RawBuilder<string>;
  /** Names and types of a table's columns; empty when there is no such table. */
  columnsOf(read: Reader, table: string): Promise<{ readonly name: string; readonly type: string }[]>;
  /** Column lists of a table's unique indexes. */
  uniquesOf(read: Reader, table: string): Promise<string[][]>;
  readonly search: SearchIndex;
}

/** The keyword index of a table: `<table>_search`. Written in the transaction of its rows. */
export interface SearchIndex {
  /** Takes one entry after the other: those of many rows need not all be there at once. */
  add(tx: Tx, table: string, entries: Iterable<SearchEntry>): Promise<void>;
  remove(tx: Tx, table: string, ids: readonly number[]): Promise<void>;
  /** Sub-query of the ids (as `id`) whose words hold all the terms. */
  hits(table: string, terms: readonly SearchTerm[]): RawBuilder<{ id: number }>;
  /** Hits come in the order of their ids at no cost, from either end. */
  readonly ordered: boolean;
  /** The index as the first table of a query: `from`, where its ids are, and the condition that it holds the terms. */
  lead(table: string, terms: readonly SearchTerm[]): SearchLead;
}

export interface SearchLead {
  readonly from: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly condition: RawBuilder<unknown>;
}
