import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';

/**
 * Returns the path of the better-sqlite3 release for this version of Node: releases below 13 abort on Node 24.19 and later when a
 * statement is collected (nodejs/node#65446), and 13 needs Node 22.
 */
export function resolveSqliteDriver(): string {
  const major = Number(process.versions.node.split('.')[0]);
  return createRequire(import.meta.url).resolve(major >= 22 ? 'better-sqlite3-13' : 'better-sqlite3');
}

/** Opens or creates a database file. */
export function openFile(file: string, options: BetterSqlite.Options = {}): BetterSqlite.Database {
  const Driver = createRequire(import.meta.url)(resolveSqliteDriver()) as typeof BetterSqlite;
  return new Driver(file, options);
}
