import type { MasterKey } from '../../../platform/secrets/master-key.ts';
import { connectDatabase } from '../../../platform/store/connect-database.ts';
import { allMigrations } from '../../../platform/store/migrations/index.ts';
import { migrate } from '../../../platform/store/migrations/migrate.ts';
import type { DatabasePlace } from '../../../platform/store/open-database.ts';
import { createKeyFinder, verifyBackup } from './backup.ts';
import { endServerLeases } from './live-servers.ts';
import { isEmptyPostgres, writePostgres } from './postgres-copy.ts';
import { readSealed, readSealedHeader } from './sealed-file.ts';
import { isEmptySqlite, writeSqlite } from './sqlite-copy.ts';

export class NotEmpty extends Error {
  override readonly name = 'NotEmpty';
}

/** A backup of the other kind of database. */
export class OtherKind extends Error {
  override readonly name = 'OtherKind';
  readonly found: string;
  readonly wanted: string;

  constructor(found: string, wanted: string) {
    super(`a backup of ${found} for ${wanted}`);
    this.found = found;
    this.wanted = wanted;
  }
}

export interface RestoreRequest {
  readonly place: DatabasePlace;
  readonly masters: readonly MasterKey[];
  readonly file: string;
  /** Replaces a database that is not empty. */
  readonly force: boolean;
}

/**
 * Restores a backup. Changes nothing before the complete file is verified. Raises the session epoch, so that tokens revoked since
 * the backup stay invalid.
 */
export async function restore({ place, masters, file, force }: RestoreRequest): Promise<void> {
  const { kind, migration } = await readSealedHeader(file);
  const wanted = 'sqlite' in place ? 'sqlite' : 'postgres';
  if (kind !== wanted) throw new OtherKind(kind, wanted);
  await verifyBackup(file, masters);
  const content = readSealed(file, createKeyFinder(masters));
  if ('sqlite' in place) {
    if (!force && !isEmptySqlite(place.sqlite)) throw new NotEmpty();
    await writeSqlite(place.sqlite, content, (incoming) => finish({ sqlite: incoming }));
    return;
  }
  const database = await connectDatabase(place);
  try {
    if (!force && !(await isEmptyPostgres(database))) throw new NotEmpty();
    const ofBackup = allMigrations.filter(({ id }) => id <= migration);
    await writePostgres(database, ofBackup, content);
  } finally {
    await database.close();
  }
  await finish(place);
}

/**
 * Migrates the schema, ends the sessions and server leases from the time of the backup, and records the restore for readers that
 * follow events by their position.
 */
async function finish(place: DatabasePlace): Promise<void> {
  const database = await connectDatabase(place);
  try {
    await migrate(database);
    await endServerLeases(database);
    await database.transaction(async (tx) => {
      await tx
        .updateTable('session_epochs')
        .set((eb) => ({ epoch: eb('epoch', '+', 1), restored_at: Date.now() }))
        .execute();
    });
  } finally {
    await database.close();
  }
}
