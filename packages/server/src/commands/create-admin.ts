import { permissionPresets } from '@gantry/core';
import { openFoundation } from '../bootstrap.ts';
import { type Flags, UsageError } from '../command-line.ts';
import type { ServerConfig } from '../config.ts';
import { createAdmin } from '../modules/auth/first-admin.ts';
import { createSessionDeps } from '../modules/auth/session-deps.ts';
import { requireKeys } from './locked-keys.ts';
import { createLog, type Terminal } from './terminal.ts';

const roles = ['admin', 'user'] as const;

/** Creates an admin account, for users with access to the host. The password is read from standard input, never from a flag. */
export async function createAdminCommand(config: ServerConfig, flags: Flags, terminal: Terminal): Promise<void> {
  const username = flags.get('username');
  if (username === undefined) throw new UsageError('server.missingValue', { flag: '--username' });
  if (!flags.has('password-stdin')) throw new UsageError('server.missingValue', { flag: '--password-stdin' });
  const given = flags.get('role') ?? 'admin';
  const role = roles.find((name) => name === given);
  if (!role) throw new UsageError('server.badValue', { flag: '--role', given });
  const wanted = flags.get('preset') ?? 'full';
  const preset = Object.entries(permissionPresets).find(([name]) => name === wanted)?.[1];
  if (!preset) throw new UsageError('server.badValue', { flag: '--preset', given: wanted });
  const password = await readPassword();
  if (password === '') throw new UsageError('server.emptyPassword');

  const { log, flush } = createLog('warn');
  const foundation = await openFoundation(config, log);
  try {
    requireKeys(foundation, config, terminal);
    const { locale, t } = terminal;
    const permissionSet = preset.values;
    const input = { username, password, name: flags.get('name') ?? username, role, permissionSet };
    await createAdmin(createSessionDeps(foundation), { caller: null, locale, t }, input);
    terminal.localize('server.adminCreated', { username, role });
  } finally {
    await foundation.database.close();
    await flush();
  }
}

/** Reads all of standard input without the last line break. */
async function readPassword(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
