import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { countAdmins, lockAdmins } from './admin-rows.ts';
import { createAdmin } from './create-admin.ts';
import type { SessionDeps } from './session-needs.ts';
import { localizeSession } from './session-words.ts';

/** How long a set-up code is good, in ms, and how many wrong ones end it. */
const codeLifetime = 15 * 60_000;
const wrongCodes = 5;
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

export interface SetupInput {
  readonly code: string;
  readonly username: string;
  readonly password: string;
  readonly name: string;
}

/** The way in for the very first person: a code that only the server's console shows. */
export interface FirstAdmin {
  /** True while there is nobody. */
  isNeeded(): Promise<boolean>;
  /** A new code to print, good for 15 minutes; null when there is somebody. It is kept as a hash, in memory. */
  newCode(): Promise<string | null>;
  create(caller: Caller, input: SetupInput): Promise<{ readonly id: number; readonly username: string }>;
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
}

function randomCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group()].join('-');
}

export function createFirstAdmin(deps: SessionDeps): FirstAdmin {
  let open: { readonly hash: Buffer; readonly endsAt: number; left: number } | null = null;
  const isNeeded = async () => (await countAdmins(deps.database.read)) === 0;

  /** A wrong code costs one of five tries, and so does a right one after its time. */
  const spend = (code: string): boolean => {
    if (!open || deps.clock() >= open.endsAt || open.left <= 0) return false;
    open.left -= 1;
    return timingSafeEqual(open.hash, hashCode(code));
  };

  return {
    isNeeded,
    async newCode() {
      if (!(await isNeeded())) return null;
      const code = randomCode();
      open = { hash: hashCode(code), endsAt: deps.clock() + codeLifetime, left: wrongCodes };
      return code;
    },
    async create(caller, { code, username, password, name }) {
      const { locale, t } = caller;
      if (!(await isNeeded()))
        throw new ApiError('stateConflict', { message: localizeSession('setupDone', locale), data: { state: 'done' } });
      if (!spend(code))
        throw new ApiError('invalid', { errors: { code: [localizeSession('wrongSetupCode', locale)] } });
      if (open) open.left += 1;
      const input = { username, password, name, role: 'admin' } as const;
      const row = await createAdmin(deps, { caller: null, locale, t }, input, async (tx) => {
        await lockAdmins(tx, deps.database);
        if ((await countAdmins(tx)) > 0)
          throw new ApiError('stateConflict', {
            message: localizeSession('setupDone', locale),
            data: { state: 'done' },
          });
      });
      open = null;
      return { id: Number(row.id), username };
    },
  };
}
