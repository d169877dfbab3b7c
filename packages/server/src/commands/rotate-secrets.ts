import { getDatabasePlace, getMasterKeySource, makeFolders, openFoundation } from '../bootstrap.ts';
import type { ServerConfig } from '../config.ts';
import { sealOldNames } from '../modules/users/real-name.ts';
import { rotateSecrets } from '../platform/secrets/rotate.ts';
import { maintain } from './database-lock.ts';
import { requireKeys } from './locked-keys.ts';
import { createLog, type Terminal } from './terminal.ts';

/** Not under a server, which knows the keys that it started with. Exit status 0 when every secret is under the newest key, 1 when some could not be opened. */
export async function rotateSecretsCommand(config: ServerConfig, resume: boolean, terminal: Terminal): Promise<void> {
  makeFolders(config, (folder) => terminal.complain('server.folderClosed', { folder }));
  await maintain(getDatabasePlace(config), () => rotate(config, resume, terminal));
}

async function rotate(config: ServerConfig, resume: boolean, terminal: Terminal): Promise<void> {
  const { log, flush } = createLog('warn');
  const foundation = await openFoundation(config, log, Date.now, { isLocked: true });
  const { database, audit, keyring } = foundation;
  try {
    requireKeys(foundation, config, terminal);
    // Names of an older version lie open until a server has sealed them: they are no values that do not open.
    await sealOldNames({ database, keyring });
    const { keyId, rewritten, broken } = await rotateSecrets(database, getMasterKeySource(config), { resume });
    const after = { keyId, rewritten, broken };
    await audit.note(null, { resource: 'secrets', resourceId: null, action: 'rotate', after });
    await audit.seal();
    terminal.localize('server.rotated', { count: rewritten, key: keyId });
    if (broken === 0) return;
    terminal.complain('server.rotateBroken', { count: broken });
    process.exitCode = 1;
  } finally {
    await database.close();
    await flush();
  }
}
