import type { Clock } from '../http/caller.ts';
import type { Database } from '../store/database.ts';

/** The stores whose integrity can be verified. */
export type IntegrityCheck = 'audit' | 'ledger';

/** Records the result of a verification, which metrics show: an alert fires when it failed or is too old. */
export async function recordIntegrityCheck(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  name: IntegrityCheck,
  isOk: boolean,
): Promise<void> {
  const result = { checked_at: clock(), is_ok: isOk ? 1 : 0 };
  await database.transaction(async (tx) => {
    await tx
      .insertInto('integrity_checks')
      .values({ name, ...result })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(result))
      .execute();
  });
}
