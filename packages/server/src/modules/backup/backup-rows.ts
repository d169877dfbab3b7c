import { backup as definition } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-entry.ts';
import type { Services } from '../../platform/context/context.ts';
import { JobFailed } from '../../platform/jobs/job-runner.ts';
import type { Notification } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Row } from '../../platform/store/database.ts';
import type { BackupStore } from './backup-store.ts';

export interface BackupDeps extends Services {
  readonly settings: SettingsReader;
  readonly backups: BackupStore;
}

export const backupTable = 'backups';

/** The record of a backup; null when there is none. */
export async function findBackup({ database }: Pick<Services, 'database'>, id: number): Promise<Row | null> {
  const row = await database.read.selectFrom(backupTable).selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The same for a job, which can do nothing without one. */
export async function getBackupOfJob(deps: Pick<Services, 'database'>, id: number): Promise<Row> {
  const row = await findBackup(deps, id);
  if (!row) throw new JobFailed('backupGone');
  return row;
}

/** What else goes with a change of a backup: a line of the audit log, or something that admins should hear of. */
export interface BackupExtras {
  readonly done?: Pick<AuditDraft, 'action' | 'after'>;
  readonly reported?: Notification | null;
}

/** Writes down what has become of a backup, with what goes with that; false when it is gone. */
export async function changeBackup(
  { database, clock, audit }: Pick<Services, 'database' | 'clock' | 'audit'>,
  id: number,
  values: Row,
  { done, reported = null }: BackupExtras = {},
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable(backupTable)
      .set((eb) => ({ ...values, updated_at: clock(), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .executeTakeFirst();
    const isThere = numUpdatedRows > 0n;
    if (isThere && reported) await notify(tx, clock, reported);
    if (isThere && done) await audit.append(tx, null, { resource: definition.name, resourceId: id, ...done });
    return isThere;
  });
}

/** Several servers may share a database of PostgreSQL; a file of SQLite lies in the same folder as its backups. */
export const isPossiblyElsewhere = ({ databaseFile }: BackupStore) => databaseFile === '';

/** What a job says when the file of a backup is not where it works. */
export const isFileMissing = (backups: BackupStore) =>
  new JobFailed(isPossiblyElsewhere(backups) ? 'backupElsewhere' : 'backupFileGone');
