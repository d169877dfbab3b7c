import { distributor } from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../platform/settings/settings-types.ts';
import type { Reader, RowOf } from '../../platform/store/database.ts';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';

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

/** What the settings say of commissions and of regional agents, and the zone whose days count. */
export interface DistributionTerms {
  readonly commissions: GroupValues<'distribution', 'commissions'>;
  readonly agency: GroupValues<'distribution', 'agency'>;
  readonly timezone: string;
}

/** @param through the transaction that asks, if one is open: it must not wait for a second connection */
export async function readDistributionTerms(settings: SettingsReader, through?: Reader): Promise<DistributionTerms> {
  const { timezone } = await settings.read('system', 'site', through);
  return {
    timezone,
    commissions: await settings.read('distribution', 'commissions', through),
    agency: await settings.read('distribution', 'agency', through),
  };
}

/** By what money is paid out. */
export interface PayoutTerms extends GroupValues<'distribution', 'withdrawals'> {
  readonly timezone: string;
}

export async function readPayoutTerms(settings: SettingsReader, through?: Reader): Promise<PayoutTerms> {
  const { timezone } = await settings.read('system', 'site', through);
  return { timezone, ...(await settings.read('distribution', 'withdrawals', through)) };
}
