import {
  ApiError,
  check,
  createSchema,
  admin as definition,
  type Locale,
  type Role,
  type Translate,
} from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { reportTakenOf } from '../../platform/engine/taken.ts';
import type { Row, Tx } from '../../platform/store/database.ts';
import { insertAdmin, type NewPassword } from './admin-rows.ts';
import { acceptPassword } from './password/new-password.ts';
import type { SessionDeps } from './session-needs.ts';

/** Who asks for a new person, and in which language a refusal is told. */
export interface Requester {
  readonly caller: Caller | null;
  readonly locale: Locale;
  readonly t: Translate;
}

type Deps = Pick<SessionDeps, 'database' | 'settings' | 'hasher' | 'clock' | 'audit'>;

export interface AdminInput {
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly role: Role;
}

/** Tells a name or an address that somebody else has by field; other errors stay what they are. */
export const rejectTaken = <T>(
  { database }: Pick<Deps, 'database'>,
  requester: Pick<Requester, 'locale' | 't'>,
  work: () => Promise<T>,
): Promise<T> => reportTakenOf(database, definition, requester, work);

/** Checks a new person's values as the definition says, and the password as the policy says. */
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
 * Makes an administrator on the host or with the set-up code: somebody whom nobody signed in can vouch for. `guard` refuses
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
  const { username, name, role } = input;
  const by = requester.caller?.actor.id || null;
  return rejectTaken(deps, requester, () =>
    database.transaction(async (tx) => {
      await guard(tx);
      const after = { username, name, role };
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
