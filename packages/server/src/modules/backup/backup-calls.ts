import { backup, backupCalls } from '@gantry/core';
import { type RegisterCall, serveCall } from '../../platform/http/call.ts';
import type { BackupDeps } from './backup-store.ts';
import { openBackup } from './backups.ts';

/** Streams a backup as it is on the disk, encrypted; the download is logged before the first byte. */
export function addBackupCalls(register: RegisterCall, deps: BackupDeps): void {
  serveCall(register, backupCalls.backupDownload, async ({ id }, { caller, reply }) => {
    const { content, bytes, name } = await openBackup(deps, Number(id), caller.locale);
    const subject = { resource: backup.name, resourceId: Number(id), action: 'download' };
    await deps.audit.note(caller, { ...subject, after: { name, size: bytes } });
    void reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store');
    void reply.header('content-length', bytes).type('application/octet-stream');
    return reply.send(content);
  });
}
