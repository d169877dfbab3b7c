import { openFile } from './sqlite-driver.ts';

/** The exclusive lock of a server or maintenance command on an SQLite database. */
export interface DatabaseLock {
  release(): void;
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

/**
 * Takes the lock of a database file; null when another process has it. The operating system releases the lock when the process
 * ends, so a killed process leaves none behind.
 */
export function lockSqlite(file: string): DatabaseLock | null {
  const db = openFile(`${file}.lock`, { timeout: 0 });
  try {
    db.exec('begin exclusive');
  } catch (error) {
    db.close();
    if (isTaken(error)) return null;
    throw error;
  }
  return { release: () => void db.close() };
}
