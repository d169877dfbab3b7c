import { check, createSchema, admin as definition, Fault, type Locale, type Role, type Translate } from '@gantry/core';
import type { Caller } from '../context.ts';
import { reportTakenOf } from '../resources/taken.ts';
import type { Row, Tx } from '../store/database.ts';
import { insertAdmin, type NewPassword } from './admin-rows.ts';
import { acceptPassword } from './new-password.ts';
import type { SessionNeeds } from './session-needs.ts';

/** Who asks for a new person, and in which language a refusal is told. */
export interface Asker {
  readonly caller: Caller | null;
  readonly locale: Locale;
  readonly t: Translate;
}

type Needs = Pick<SessionNeeds, 'database' | 'settings' | 'hasher' | 'clock' | 'audit'>;

export interface AdminInput {
  readonly username: string;
  readonly password: string;
  readonly name: string;
  readonly role: Role;
}

/** Tells a name or an address that somebody else has by field; other errors stay what they are. */
export const refuseTaken = <T>(
  { database }: Pick<Needs, 'database'>,
  asker: Pick<Asker, 'locale' | 't'>,
  work: () => Promise<T>,
): Promise<T> => reportTakenOf(database, definition, asker, work);

/** Checks a new person's values as the definition says, and the password as the policy says. */
async function acceptAdmin(needs: Needs, asker: Asker, input: AdminInput): Promise<NewPassword> {
  const checked = check(createSchema(definition), { ...input }, definition.fields, asker.locale, asker.t);
  if (!checked.ok) throw new Fault('invalid', { errors: checked.errors });
  const names = [input.username, input.name];
  return acceptPassword(needs, asker.locale, { password: input.password, field: 'password', names, twoFactor: false });
}

/**
 * Makes an administrator on the host or with the set-up code: somebody whom nobody signed in can vouch for. `guard` refuses
 * inside the transaction.
 */
export async function createAdmin(
  needs: Needs,
  asker: Asker,
  input: AdminInput,
  guard: (tx: Tx) => Promise<void> = async () => {},
): Promise<Row> {
  const { database, clock, audit } = needs;
  const password = await acceptAdmin(needs, asker, input);
  const { username, name, role } = input;
  const by = asker.caller?.actor.id || null;
  return refuseTaken(needs, asker, () =>
    database.transaction(async (tx) => {
      await guard(tx);
      const after = { username, name, role };
      const row = await insertAdmin(tx, database, after, password, { by, at: clock() });
      await audit.append(tx, asker.caller, { resource: 'admin', resourceId: Number(row.id), action: 'create', after });
      return row;
    }),
  );
}
