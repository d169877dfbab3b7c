import { ApiError } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { settleDebt } from './debit.ts';
import { changeLot } from './lots.ts';
import { endHold, getHold, type StoredHold } from './place-hold.ts';
import { lockWallet, writeWallet } from './posting.ts';
import { returnQuota } from './quota-takes.ts';

/** Releases a hold in full. Repeating the call changes nothing. Throws `stateConflict` for a captured hold. */
export async function releaseHold(
  scope: TxContext,
  no: string,
  status: 'released' | 'expired' = 'released',
): Promise<StoredHold> {
  const hold = await endHold(scope, no, status);
  if (!hold) {
    const known = await getHold(scope, no);
    // An expired hold was placed again in the meantime: a release ends it, but its previous expiry no longer applies.
    const isPlacedAgain = known.status === 'held' && status === 'released';
    return isPlacedAgain ? releaseHold(scope, no, status) : assertEnded(known);
  }
  const wallet = await lockWallet(scope, hold.userId, hold.asset);
  for (const { lotId, amount } of hold.lots) await changeLot(scope, lotId, { held: -amount });
  await returnQuota(scope, hold.id, hold.quotaAmount);
  const freed = { ...wallet, held: wallet.held - (hold.amount - hold.quotaAmount) };
  await writeWallet(scope, freed);
  await settleDebt(scope, freed);
  return hold;
}

function assertEnded(hold: StoredHold): StoredHold {
  if (hold.status === 'captured') throw new ApiError('stateConflict', { data: { state: hold.status } });
  return hold;
}

/** Admin action that releases a stuck hold. */
export const releaseStalledHold: Operation<'holds'> = {
  async run({ tx, services, caller, resource, name, row }) {
    const no = row.no ?? '';
    await releaseHold({ tx, dialect: services.database.dialect, at: services.clock() }, no);
    const after = await tx.selectFrom('holds').selectAll().where('no', '=', no).executeTakeFirstOrThrow();
    return {
      data: await presentRow(services, tx, resource, after, caller),
      audit: {
        resource: resource.name,
        resourceId: row.id,
        action: name,
        before: { status: row.status },
        after: { status: after.status },
      },
    };
  },
};
