import { expect, it } from 'vitest';
import { postgresDialect } from '../store/postgres/postgres-dialect.ts';
import { sqliteDialect } from '../store/sqlite/sqlite-dialect.ts';
import { toApiError } from './error-response.ts';

const errorWithCode = (code: string) => Object.assign(new Error('library error'), { code });

it.each([
  ['a full disk (SQLite)', 'SQLITE_FULL', sqliteDialect, 'storageFull'],
  ['a failed sync', 'SQLITE_IOERR_FSYNC', sqliteDialect, 'storageFull'],
  ['a database file that became read-only', 'SQLITE_READONLY_DBMOVED', sqliteDialect, 'storageFull'],
  ['a locked database', 'SQLITE_BUSY', sqliteDialect, 'busy'],
  ['a violated constraint', 'SQLITE_CONSTRAINT_CHECK', sqliteDialect, 'failed'],
  ['a full disk (PostgreSQL)', '53100', postgresDialect, 'storageFull'],
  ['a failing disk (PostgreSQL)', '58030', postgresDialect, 'storageFull'],
  ['a file on a failing disk', 'EIO', postgresDialect, 'storageFull'],
  ['a missing file', 'ENOENT', sqliteDialect, 'failed'],
] as const)('toApiError() converts %s (%s)', (_what, code, dialect, problem) => {
  expect(toApiError(errorWithCode(code), dialect).problem).toBe(problem);
});
