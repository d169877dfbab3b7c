import { ApiError, fullAccess } from '@gantry/core';
import { createAdmin } from '../../server/src/modules/auth/first-admin.ts';
import { generateTemporaryPassword } from '../../server/src/modules/auth/password/new-password.ts';
import { changePassword } from '../../server/src/modules/auth/password/password-change.ts';
import { signIn } from '../../server/src/modules/auth/sign-in.ts';
import { markRead } from '../../server/src/platform/notifications/inbox.ts';
import { colleagues, type DemoPerson, owner } from './people.ts';
import type { Player, Stage } from './stage.ts';

/** All players by username, with passwords that only this run knows. */
export interface Cast {
  readonly owner: Player;
  readonly all: readonly Player[];
  named(username: string): Player;
  /** Attempts to sign in from the player's usual place, then reads new messages. A wrong password must be rejected. */
  signIn(player: Player, isRight: boolean): Promise<void>;
}

async function makeOwner(stage: Stage, password: string): Promise<Player> {
  const { username, name, role } = owner;
  const requester = { caller: null, locale: 'zh-CN', t: stage.callerOf({ person: owner, id: 0, role }).t } as const;
  const row = await createAdmin(stage.deps, requester, {
    username,
    name,
    role,
    password,
    permissionSet: fullAccess,
  });
  return { person: owner, id: Number(row.id), role };
}

async function makeColleague(stage: Stage, maker: Player, person: DemoPerson, password: string): Promise<Player> {
  const { username, name, role, jobName, organizationName, email } = person;
  const body = { username, name, role, permissionSet: fullAccess, jobName, organizationName, email, password };
  const { id } = await stage.call<{ id: number }>('/admin/create', body, maker);
  return { person, id, role };
}

/** Creates the eight players. Each one changes the initial password immediately, as the product requires. */
export async function castPeople(stage: Stage): Promise<Cast> {
  const passwords = new Map<string, string>();
  const first = generateTemporaryPassword();
  const ownerPlayer = await makeOwner(stage, first);
  passwords.set(owner.username, first);
  const players = [ownerPlayer];
  for (const person of colleagues) {
    const [given, own] = [generateTemporaryPassword(), generateTemporaryPassword()];
    const player = await makeColleague(stage, ownerPlayer, person, given);
    await changePassword(stage.deps, stage.callerOf(player), { current: given, next: own });
    passwords.set(person.username, own);
    players.push(player);
  }
  return {
    owner: ownerPlayer,
    all: players,
    named(username) {
      const found = players.find(({ person }) => person.username === username);
      if (!found) throw new Error(`nobody is named ${username}`);
      return found;
    },
    async signIn(player, isRight) {
      const { username, userAgent } = player.person;
      const password = isRight ? (passwords.get(username) ?? '') : 'not-the-password-1';
      const input = { username, password, captchaId: '', captchaCode: '', captchaToken: '', totp: '' };
      try {
        const caller = stage.callerOf(player);
        await signIn(stage.deps, caller, input, userAgent);
        const all = { id: null, type: null };
        await stage.foundation.database.transaction((tx) => markRead(tx, caller.actor, stage.now(), all));
      } catch (error) {
        if (isRight || !(error instanceof ApiError)) throw error;
      }
    },
  };
}
