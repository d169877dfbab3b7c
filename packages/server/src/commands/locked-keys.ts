import { type Foundation, getMasterKeySource } from '../bootstrap.ts';
import type { ServerConfig } from '../config.ts';
import { readMasterKeys } from '../platform/secrets/master-key.ts';
import type { Terminal } from './terminal.ts';

/** Why the secrets of the database cannot be decrypted; null when they can. */
export function getLockedReason(
  { keyring }: Pick<Foundation, 'keyring'>,
  config: ServerConfig,
  { t }: Terminal,
): string | null {
  if (!keyring.locked) return null;
  const hasKey = readMasterKeys(getMasterKeySource(config)).length > 0;
  return hasKey ? t('server.locked') : t('server.keyMissing', { folder: config.data });
}

/** Throws for a command that cannot work without the keys. */
export function requireKeys(foundation: Pick<Foundation, 'keyring'>, config: ServerConfig, terminal: Terminal): void {
  const reason = getLockedReason(foundation, config, terminal);
  if (reason !== null) throw new Error(reason);
}
