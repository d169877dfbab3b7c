import type { ServerConfig } from '../config.ts';
import { makeFolders, openFoundation, placeOf } from '../foundation.ts';
import { connectDatabase } from '../store/connect-database.ts';
import { allMigrations } from '../store/migrations/index.ts';
import { migrate } from '../store/migrations/migrate.ts';
import { createLog, type Terminal } from './terminal.ts';

export async function migrateCommand(config: ServerConfig, terminal: Terminal): Promise<void> {
  makeFolders(config);
  const database = await connectDatabase(placeOf(config));
  try {
    await migrate(database);
    terminal.say('server.migrated', { migration: allMigrations.at(-1)?.id ?? '' });
  } finally {
    await database.close();
  }
}

/** Exit status 0 when the log is whole, 1 when it is not. */
export async function verifyAudit(config: ServerConfig, terminal: Terminal): Promise<void> {
  const { log, flush } = createLog('warn');
  const { audit, database } = await openFoundation(config, log);
  try {
    const { firstBad, rows } = await audit.verify();
    if (firstBad === null) return terminal.say('server.auditOk', { count: rows });
    terminal.complain('server.auditBroken', { row: firstBad.id, reason: firstBad.why });
    process.exitCode = 1;
  } finally {
    await database.close();
    flush();
  }
}
