import { ApiError, type Field, formatRejection, localize, secretsToRetype, type Values } from '@gantry/core';
import type { Caller } from '../context/context.ts';
import type { Tx } from '../store/database.ts';
import { listChangedNames, readSecrets } from './settings-store.ts';
import type { FoundGroup } from './settings-types.ts';

/** Refuses a change by which a stored secret would follow to another address; `given` are those that come anew. */
export async function assertBoundSecrets(
  tx: Tx,
  { page, group, fields }: FoundGroup,
  before: Values,
  after: Values,
  given: readonly string[],
  caller: Caller,
): Promise<void> {
  const wanted = secretsToRetype(fields, listChangedNames(before, after), given);
  if (wanted.length === 0) return;
  const stored = await readSecrets(tx, page.name, group);
  const errors = wanted
    .filter((name) => stored.has(name))
    .map(
      (name) =>
        [name, formatRejection('retype', localize((fields[name] as Field).label, caller.locale), caller.t)] as const,
    );
  if (errors.length === 0) return;
  throw new ApiError('invalid', {
    // A way back has no field at which it could be said.
    message: errors.map(([, said]) => said).join('; '),
    errors: Object.fromEntries(errors.map(([name, said]) => [name, [said]])),
  });
}
