import { pino } from 'pino';
import { openFoundation } from '../../server/src/bootstrap.ts';
import type { ServerConfig } from '../../server/src/config.ts';
import { toSessionDeps } from '../../server/src/create-server.ts';
import { setPassword, updateAdmin } from '../../server/src/modules/auth/admin-rows.ts';
import { acceptPassword, generateTemporaryPassword } from '../../server/src/modules/auth/password/new-password.ts';
import { revokeAll } from '../../server/src/modules/auth/session-rows.ts';
import { owner } from './people.ts';

/**
 * Gives the demo's owner a new random password and answers it: it is shown once and kept nowhere, so every start of the demo
 * makes another one. Null when the owner is not there any more.
 */
export async function renewPassword(config: ServerConfig): Promise<string | null> {
  const foundation = await openFoundation(config, pino({ level: 'silent' }));
  try {
    const { database, clock, audit } = foundation;
    const deps = toSessionDeps(foundation);
    const row = await database.read
      .selectFrom('admins')
      .select('id')
      .where('username', '=', owner.username)
      .executeTakeFirst();
    if (!row) return null;
    const [id, password] = [Number(row.id), generateTemporaryPassword()];
    const accepted = await acceptPassword(deps, 'en-US', { password, field: 'password', names: [], twoFactor: false });
    await database.transaction(async (tx) => {
      await setPassword(tx, id, accepted, clock());
      await revokeAll(tx, id, 'password', clock());
      await updateAdmin(tx, database, id, { must_change_password: 0, status: 'active' }, { by: null, at: clock() });
      await audit.append(tx, null, { resource: 'admin', resourceId: id, action: 'resetPassword' });
    });
    return password;
  } finally {
    await foundation.database.close();
  }
}
