import { expect, it } from 'vitest';
import { postgresDialect } from '../store/postgres/postgres-dialect.ts';
import { sqliteDialect } from '../store/sqlite/sqlite-dialect.ts';
import { toApiError } from './answer-error.ts';

const coded = (code: string) => Object.assign(new Error('of a library'), { code });

it.each([
  ['a full disk', 'SQLITE_FULL', sqliteDialect, 'storageFull'],
  ['a disk that does not sync', 'SQLITE_IOERR_FSYNC', sqliteDialect, 'storageFull'],
  ['a disk that became read-only', 'SQLITE_READONLY_DBMOVED', sqliteDialect, 'storageFull'],
  ['a lock', 'SQLITE_BUSY', sqliteDialect, 'busy'],
  ['a broken rule', 'SQLITE_CONSTRAINT_CHECK', sqliteDialect, 'failed'],
  ['a full disk elsewhere', '53100', postgresDialect, 'storageFull'],
  ['a disk that fails elsewhere', '58030', postgresDialect, 'storageFull'],
  ['a file on a disk that fails', 'EIO', postgresDialect, 'storageFull'],
  ['a file that is not there', 'ENOENT', sqliteDialect, 'failed'],
] as const)('%s is answered by its name: %s', (_what, code, dialect, problem) => {
  expect(toApiError(coded(code), dialect).problem).toBe(problem);
});
