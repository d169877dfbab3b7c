import type { Tables } from './tables.ts';

export type TableName = keyof Tables & string;

/**
 * Tells which tables were written, once the transaction has committed: in this process at once, and in the other processes of the same
 * PostgreSQL by a notification. A signal carries no rows, so whoever gets one reads again. One may be lost with its process or its
 * connection, so whoever waits for work also looks now and then; `isLive` says how often that has to be.
 */
export interface ChangeSignals {
  /**
   * Calls `onChange` after each commit that wrote one of the tables, and whenever such a commit may have been missed. It must return
   * quickly and not throw. Returns what ends the watch.
   */
  watch(tables: readonly TableName[], onChange: () => void): () => void;
  /** Do the commits of all processes arrive? Always on SQLite, which one server has for itself; on PostgreSQL while it listens. */
  isLive(): boolean;
  /** Begins to listen to other processes, and goes on until the database is closed. */
  listen(): void;
}

/** Those who watch, in one process. */
export interface Watchers extends Pick<ChangeSignals, 'watch'> {
  /** Tells whoever watches one of the tables. */
  signal(tables: Iterable<string>): void;
  /** Tells all of them: changes may have been missed. */
  signalAll(): void;
  /** The tables that somebody watches; null when nobody watches any. */
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
      // A watcher of its own, so that the same function can watch twice.
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

const writes = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/i;
const writesInside = /\b(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/gi;
/** First letters of statements that may write: insert, update, delete, with. */
const mayWrite = /^\s*[iudw]/i;

/** The tables that a statement writes itself: what triggers and functions write is not seen. */
export function listWrittenTables(text: string): readonly string[] {
  if (!mayWrite.test(text)) return [];
  const [, table] = writes.exec(text) ?? [];
  if (table !== undefined) return [table];
  return /^\s*with\b/i.test(text) ? [...text.matchAll(writesInside)].map(([, name = '']) => name) : [];
}

/** Collects what the transaction of one connection writes. */
export class WriteCollector {
  #tables = new Set<string>();

  add(text: string): void {
    for (const table of listWrittenTables(text)) this.#tables.add(table);
  }

  clear(): void {
    if (this.#tables.size > 0) this.#tables = new Set();
  }

  /** What was written since the last time; null for nothing. */
  take(): ReadonlySet<string> | null {
    const tables = this.#tables;
    this.clear();
    return tables.size === 0 ? null : tables;
  }
}
