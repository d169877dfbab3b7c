import { ApiError } from '@gantry/core';
import type { Caller } from '../../../platform/context/context.ts';
import { lockAdmin, setPassword, updateAdmin } from '../admin-rows.ts';
import { clearGuesses } from '../guess-guard.ts';
import type { SessionDeps } from '../session-deps.ts';
import { localizeSession, revokeAll } from '../session-rows.ts';
import { guessOwn, readSelf } from '../step-up.ts';
import { acceptPassword } from './new-password.ts';

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
}

/** Changes one's own password. Ends every other session and every access token of the user with the commit. */
export async function changePassword(deps: SessionDeps, caller: Caller, input: PasswordChange): Promise<null> {
  const { locale, actor } = caller;
  const self = await readSelf(deps, caller);
  const stored = self.credentials.password_hash;
  const done = await guessOwn(deps, caller, self, () => deps.hasher.verify(stored, input.current));
  if (!done) throw new ApiError('invalid', { errors: { current: [localizeSession('wrongCurrent', locale)] } });
  await deps.database.transaction((tx) => clearGuesses(tx, done.guess));
  if (input.next.normalize('NFKC') === input.current.normalize('NFKC'))
    throw new ApiError('invalid', { errors: { next: [localizeSession('samePassword', locale)] } });
  const names = [self.admin.username, self.admin.name].map(String);
  const twoFactor = self.credentials.totp_secret !== null;
  const password = await acceptPassword(deps, locale, { password: input.next, field: 'next', names, twoFactor });
  const now = deps.clock();
  await deps.database.transaction(async (tx) => {
    await lockAdmin(tx, deps.database, actor.id);
    await setPassword(tx, actor.id, password, now);
    const ended = await revokeAll(tx, actor.id, 'password', now, { keep: caller.sessionId });
    await updateAdmin(tx, deps.database, actor.id, { must_change_password: 0 }, { by: actor.id, at: now });
    const after = { endedSessions: ended };
    await deps.audit.append(tx, caller, { resource: 'admin', resourceId: actor.id, action: 'changePassword', after });
  });
  return null;
}
