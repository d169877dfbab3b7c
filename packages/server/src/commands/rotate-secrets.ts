import { getDatabasePlace, getMasterKeySource, makeFolders, openFoundation } from '../bootstrap.ts';
import type { ServerConfig } from '../config.ts';
import { sealOldNames } from '../modules/users/real-name.ts';
import { rotateSecrets } from '../platform/secrets/rotate.ts';
import { maintain } from './database-lock.ts';
import { requireKeys } from './locked-keys.ts';
import { createLog, type Terminal } from './terminal.ts';

/**
 * Encrypts every secret with the newest key. Requires that no server runs, because servers load the keys at startup. Exits with 0
 * when every secret was encrypted, 1 when some could not be decrypted.
 */
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
    // Names from older versions are unencrypted until a server seals them. They must not count as secrets that cannot be
    // decrypted.
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
