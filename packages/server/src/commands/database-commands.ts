import { getDatabasePlace, makeFolders, openFoundation } from '../bootstrap.ts';
import type { ServerConfig } from '../config.ts';
import { connectDatabase } from '../platform/store/connect-database.ts';
import { allMigrations } from '../platform/store/migrations/index.ts';
import { migrate } from '../platform/store/migrations/migrate.ts';
import { maintain } from './database-lock.ts';
import { requireKeys } from './locked-keys.ts';
import { createLog, type Terminal } from './terminal.ts';

export async function migrateCommand(config: ServerConfig, terminal: Terminal): Promise<void> {
  makeFolders(config, (folder) => terminal.complain('server.folderClosed', { folder }));
  const place = getDatabasePlace(config);
  await maintain(place, async () => {
    const database = await connectDatabase(place);
    await migrate(database).finally(database.close);
  });
  terminal.localize('server.migrated', { migration: allMigrations.at(-1)?.id ?? '' });
}

/** Verifies the audit log. Exits with 0 when it is valid, 1 when it is not. */
export async function verifyAudit(config: ServerConfig, terminal: Terminal): Promise<void> {
  const { log, flush } = createLog('warn');
  const foundation = await openFoundation(config, log);
  const { audit, database } = foundation;
  try {
    requireKeys(foundation, config, terminal);
    const { firstBad, rows, unsealed } = await audit.verify();
    if (firstBad === null) {
      terminal.localize('server.auditOk', { count: rows });
      if (unsealed > 0) terminal.localize('server.auditUnsealed', { count: unsealed });
      return;
    }
    terminal.complain('server.auditBroken', { row: firstBad.id, reason: firstBad.why });
    process.exitCode = 1;
  } finally {
    await database.close();
    await flush();
  }
}
