import { distributor } from '@gantry/core';
import type { RowOf } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { DistributionTerms } from './distribution-terms.ts';

/** The distributor who invited a user; null without an inviter, or when the inviter is not a distributor. */
export async function findParent({ tx }: TxContext, userId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('distributors as d')
    .innerJoin('users as u', 'u.inviter_id', 'd.user_id')
    .select('d.id as id')
    .where('u.id', '=', userId)
    .where('d.status', 'in', ['active', 'frozen'])
    .executeTakeFirst();
  return row ? row.id : null;
}

/** A new distributor, who waits for a review; rates that are not given are those of the settings. Gives the row. */
export async function becomeDistributor(
  scope: TxContext,
  { directBps, indirectBps }: DistributionTerms['commissions'],
  values: Readonly<Record<string, unknown>> & { readonly userId: number },
  by: number | null,
): Promise<RowOf<'distributors'>> {
  const { tx, dialect, at } = scope;
  const person = await tx.selectFrom('users').select('username').where('id', '=', values.userId).executeTakeFirst();
  const row = createRow(
    distributor,
    {
      ...values,
      name: values.name ?? String(person?.username).slice(0, 64),
      directBps: values.directBps ?? directBps,
      indirectBps: values.indirectBps ?? indirectBps,
      parentId: await findParent(scope, values.userId),
    },
    { by, at },
  );
  const [id = 0] = await insertRecords(tx, dialect, distributor, [row]);
  return tx.selectFrom('distributors').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
