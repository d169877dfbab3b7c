import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import {
  ApiError,
  check,
  createSchema,
  admin as definition,
  fullAccess,
  type Locale,
  type Role,
  type Translate,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { reportTakenOf } from '../../platform/engine/taken.ts';
import type { Row, Tx } from '../../platform/store/database.ts';
import { countAdmins, insertAdmin, lockAdmins, type NewPassword } from './admin-rows.ts';
import { acceptPassword } from './password/new-password.ts';
import type { SessionDeps } from './session-deps.ts';
import { localizeSession } from './session-rows.ts';

/** Who creates the admin, and the language of error messages. */
interface Requester {
  readonly caller: Caller | null;
  readonly locale: Locale;
  readonly t: Translate;
}

type Deps = Pick<SessionDeps, 'database' | 'settings' | 'hasher' | 'clock' | 'audit'>;

interface AdminInput {
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly role: Role;
  readonly permissionSet: readonly string[];
}

/** Reports a user name or email address that is taken by field; other errors are thrown again. */
export const rejectTaken = <T>(
  { database }: Pick<Deps, 'database'>,
  requester: Pick<Requester, 'locale' | 't'>,
  work: () => Promise<T>,
): Promise<T> => reportTakenOf(database, definition, requester, work);

/** Checks the values of a new admin against the definition, and the password against the policy. */
async function acceptAdmin(deps: Deps, requester: Requester, input: AdminInput): Promise<NewPassword> {
  const checked = check(createSchema(definition), { ...input }, definition.fields, requester.locale, requester.t);
  if (!checked.ok) throw new ApiError('invalid', { errors: checked.errors });
  const names = [input.username, input.name];
  return acceptPassword(deps, requester.locale, {
    password: input.password,
    field: 'password',
    names,
    twoFactor: false,
  });
}

/**
 * Creates an admin on the host or with the setup code, without a signed-in admin. `guard` rejects
 * inside the transaction.
 */
export async function createAdmin(
  deps: Deps,
  requester: Requester,
  input: AdminInput,
  guard: (tx: Tx) => Promise<void> = async () => {},
): Promise<Row> {
  const { database, clock, audit } = deps;
  const password = await acceptAdmin(deps, requester, input);
  const { username, name, role, permissionSet } = input;
  const by = requester.caller?.actor.id || null;
  return rejectTaken(deps, requester, () =>
    database.transaction(async (tx) => {
      await guard(tx);
      const after = { username, name, role, permissionSet };
      const row = await insertAdmin(tx, database, after, password, { by, at: clock() });
      await audit.append(tx, requester.caller, {
        resource: 'admin',
        resourceId: Number(row.id),
        action: 'create',
        after,
      });
      return row;
    }),
  );
}

/** How long a setup code is valid, in ms, and how many wrong attempts invalidate it. */
const codeLifetime = 15 * 60_000;
const wrongCodes = 5;
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

export interface SetupInput {
  readonly code: string;
  readonly username: string;
  readonly password: string;
  readonly name: string;
}

/** Setup of the very first admin, with a code that only the server's console shows. */
export interface FirstAdmin {
  /** True while there is no admin. */
  isNeeded(): Promise<boolean>;
  /** A new code to print, valid for 15 minutes; null when there is an admin. It is stored as a hash, in memory. */
  newCode(): Promise<string | null>;
  create(caller: Caller, input: SetupInput): Promise<{ readonly id: number; readonly username: string }>;
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
}

function getRandomCode(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group()].join('-');
}

export function createFirstAdmin(deps: SessionDeps): FirstAdmin {
  let open: { readonly hash: Buffer; readonly endsAt: number; left: number } | null = null;
  const isNeeded = async () => (await countAdmins(deps.database.read)) === 0;

  /** A wrong code uses up one of five attempts, and so does a right one after it expired. */
  const useCode = (code: string): boolean => {
    if (!open || deps.clock() >= open.endsAt || open.left <= 0) return false;
    open.left -= 1;
    return timingSafeEqual(open.hash, hashCode(code));
  };

  return {
    isNeeded,
    async newCode() {
      if (!(await isNeeded())) return null;
      const code = getRandomCode();
      open = { hash: hashCode(code), endsAt: deps.clock() + codeLifetime, left: wrongCodes };
      return code;
    },
    async create(caller, { code, username, password, name }) {
      const { locale, t } = caller;
      if (!(await isNeeded()))
        throw new ApiError('stateConflict', { message: localizeSession('setupDone', locale), data: { state: 'done' } });
      if (!useCode(code))
        throw new ApiError('invalid', { errors: { code: [localizeSession('wrongSetupCode', locale)] } });
      if (open) open.left += 1;
      const input = { username, password, name, role: 'admin', permissionSet: fullAccess } as const;
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
