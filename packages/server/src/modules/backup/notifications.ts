import { backup, type JobKind, type JobProblem } from '@gantry/core';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';

/** A backup failed, or is damaged. */
export function createBackupFailedNotification(id: number, name: string, why: JobProblem): Notification {
  return {
    type: 'todo',
    event: 'backupFailed',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: `backupFailed ${id}`,
    params: { job: 'backup' satisfies JobKind, name, why },
    route: routeTo(backup, { id: [id] }),
  };
}

export function databaseDamaged(message: string): Notification {
  return {
    type: 'message',
    event: 'databaseDamaged',
    severity: 'critical',
    audience: 'admins',
    dedupeKey: 'databaseDamaged',
    params: { message: message.slice(0, 200) },
    route: routeTo(backup),
  };
}
