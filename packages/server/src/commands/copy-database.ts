import { existsSync } from 'node:fs';
import path from 'node:path';
import { localize } from '@gantry/core';
import { type Flags, UsageError } from '../command-line.ts';
import { databasePlace } from '../config.ts';
import { NotEmpty } from '../modules/backup/copies/restore.ts';
import { CopyIncomplete, copyDatabase, OtherSchema } from '../modules/backup/copy-database.ts';
import { createFolder } from '../platform/store/data-folder.ts';
import type { DatabasePlace } from '../platform/store/open-database.ts';
import { maintain } from './database-lock.ts';
import type { Terminal } from './terminal.ts';

/** Copies a database to the other type of database. Exits with 1 when the ledger of the copy does not verify. */
export async function copyDatabaseCommand(flags: Flags, terminal: Terminal): Promise<void> {
  const [from, to] = [readPlace(flags, 'from'), readPlace(flags, 'to')];
  if ('sqlite' in from === 'sqlite' in to) throw new UsageError('server.copySameKind');
  if ('sqlite' in from && !existsSync(from.sqlite)) {
    const why = terminal.t('server.fileMissing');
    throw new Error(terminal.t('server.unread', { path: from.sqlite, why }));
  }
  if ('sqlite' in to) createFolder(path.dirname(to.sqlite));
  const copied = await maintain(from, () => maintain(to, () => copyDatabase(from, to))).catch((error: unknown) => {
    throw toUsageError(error, terminal);
  });
  terminal.localize('server.copied', { rows: copied.rows, tables: copied.tables });
  const [first] = copied.broken;
  if (first === undefined) return terminal.localize('server.copyVerified');
  terminal.complain('server.copyBroken', {
    no: first.no,
    name: localize(first.words, terminal.locale),
    row: first.first ?? '',
  });
  process.exitCode = 1;
}

function readPlace(flags: Flags, flag: 'from' | 'to'): DatabasePlace {
  const given = flags.get(flag);
  if (given === undefined) throw new UsageError('server.missingValue', { flag: `--${flag}` });
  return databasePlace(given, `--${flag}`);
}

function toUsageError(error: unknown, { t }: Terminal): unknown {
  if (error instanceof NotEmpty) return new Error(t('server.copyNotEmpty'));
  if (error instanceof OtherSchema) return new Error(t('server.copyOtherSchema'));
  if (error instanceof CopyIncomplete) return new Error(t('server.copyIncomplete', { table: error.table }));
  return error;
}
