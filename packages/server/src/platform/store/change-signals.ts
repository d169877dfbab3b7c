import type { Tables } from './tables.ts';

export type TableName = keyof Tables & string;

/**
 * Signals which tables were written after each commit: immediately in this process, and by a notification in other processes of
 * the same PostgreSQL database. A signal carries no rows, so its receiver reads them again. Signals can be lost with a process or
 * a connection, so receivers also poll; `isLive` determines how often.
 */
export interface ChangeSignals {
  /**
   * Calls `onChange` after each commit that wrote one of the tables, and whenever such a commit may have been missed. It must return
   * quickly and not throw. Returns a function that ends the watch.
   */
  watch(tables: readonly TableName[], onChange: () => void): () => void;
  /** Whether the commits of all processes arrive: always on SQLite, which only one server uses; on PostgreSQL while it listens. */
  isLive(): boolean;
  /** Starts to listen to other processes, until the database is closed. */
  listen(): void;
  /**
   * Signals what another process has written to the same SQLite file so far. On PostgreSQL, notifications arrive automatically.
   */
  catchUp(): void;
}

/** The watchers of one process. */
export interface Watchers extends Pick<ChangeSignals, 'watch'> {
  /** Calls the watchers of the tables. */
  signal(tables: Iterable<string>): void;
  /** Calls all watchers: changes may have been missed. */
  signalAll(): void;
  /** The tables that are watched; null if none is. */
  watched(): ReadonlySet<string> | null;
}

export function createWatchers(): Watchers {
  const byTable = new Map<string, Set<() => void>>();
  let tables: ReadonlySet<string> | null = null;
  const update = () => {
    tables = byTable.size === 0 ? null : new Set(byTable.keys());
  };
  const call = (watchers: Iterable<() => void>) => {
    for (const onChange of new Set(watchers)) onChange();
  };
  return {
    watch(names, onChange) {
      // A new function for each watch, so that the same callback can be registered twice.
      const watcher = () => onChange();
      for (const name of names) byTable.set(name, (byTable.get(name) ?? new Set()).add(watcher));
      update();
      return () => {
        for (const name of names) {
          const left = byTable.get(name);
          left?.delete(watcher);
          if (left?.size === 0) byTable.delete(name);
        }
        update();
      };
    },
    signal: (names) => call([...names].flatMap((name) => [...(byTable.get(name) ?? [])])),
    signalAll: () => call([...byTable.values()].flatMap((watchers) => [...watchers])),
    watched: () => tables,
  };
}

/** How long rows are cached at most, in ms: a lost signal delays a change by no more. */
const cacheMs = 1_000;
const maxCachedRows = 10_000;

/** Cached rows that many calls read, by key. */
export interface RowCache<T> {
  get(key: string): Promise<T>;
}

/**
 * Caches what `load` reads from some tables until one of them is written, for at most a second. While writes of other processes
 * are not signaled, every call loads.
 */
export function createRowCache<T>(
  changes: ChangeSignals,
  tables: readonly TableName[],
  load: (key: string) => Promise<T>,
): RowCache<T> {
  const cache = new Map<string, { readonly rows: Promise<T>; readonly until: number }>();
  // A load that started before the signal is discarded with the others.
  changes.watch(tables, () => cache.clear());
  return {
    get(key) {
      if (!changes.isLive()) return load(key);
      changes.catchUp();
      const now = performance.now();
      const cached = cache.get(key);
      if (cached && now < cached.until) return cached.rows;
      if (cache.size >= maxCachedRows) cache.clear();
      const loaded = { rows: load(key), until: now + cacheMs };
      cache.set(key, loaded);
      loaded.rows.catch(() => {
        if (cache.get(key) === loaded) cache.delete(key);
      });
      return loaded.rows;
    },
  };
}

const writes = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/i;
const writesInside = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/gi;
/** First letters of statements that may write: insert, update, delete, with. */
const mayWrite = /^\s*[iudw]/i;

/** Cached tables of statements: the same few statements run again and again. */
const tablesOfText = new Map<string, readonly string[]>();
const maxTexts = 500;

/** The tables that a statement writes directly, not those that triggers and functions write. */
export function listWrittenTables(text: string): readonly string[] {
  if (!mayWrite.test(text)) return [];
  const cached = tablesOfText.get(text);
  if (cached) return cached;
  const tables = findWrittenTables(text);
  if (tablesOfText.size >= maxTexts) tablesOfText.clear();
  tablesOfText.set(text, tables);
  return tables;
}

function findWrittenTables(text: string): readonly string[] {
  const [, table] = writes.exec(text) ?? [];
  if (table !== undefined) return [table];
  return /^\s*with\b/i.test(text) ? [...text.matchAll(writesInside)].map(([, name = '']) => name) : [];
}

/** Collects the tables that the transaction of one connection writes. */
export class WriteCollector {
  #tables = new Set<string>();

  add(text: string): void {
    for (const table of listWrittenTables(text)) this.#tables.add(table);
  }

  clear(): void {
    if (this.#tables.size > 0) this.#tables = new Set();
  }

  /** The tables written since the last call; null if there are none. */
  take(): ReadonlySet<string> | null {
    const tables = this.#tables;
    this.clear();
    return tables.size === 0 ? null : tables;
  }
}
