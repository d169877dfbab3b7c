import { ApiError } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { changeLocked } from '../../platform/engine/record-actions/change-locked.ts';

/**
 * Holds the codes before their batch, as whoever redeems one does: of two that need both, none waits for the other.
 */
async function holdCodes({ tx, services, id }: Omit<OperationCall, 'row'>): Promise<void> {
  if (services.database.dialect.kind !== 'postgres') return;
  await tx.selectFrom('redeem_codes').select('id').where('batch_id', '=', id).orderBy('id').forUpdate().execute();
}

/** Unused codes of a batch become void, in one statement. What was used stays used. */
export const voidBatch: Operation<'redeem_batches'> = {
  hold: holdCodes,
  async run(call) {
    const { tx, row, services, input } = call;
    const at = services.clock();
    const { numUpdatedRows } = await tx
      .updateTable('redeem_codes')
      .set({ status: 'voided', void_reason: String(input.reason), updated_at: at })
      .where('batch_id', '=', row.id)
      .where('status', 'in', ['unused', 'partlyUsed'])
      .executeTakeFirst();
    return changeLocked(call, { status: 'voided', voided: (row.voided ?? 0) + Number(numUpdatedRows) });
  },
};

/** Moves the expiry of a batch and of all its codes that can still be used. */
export const extendBatch: Operation<'redeem_batches'> = {
  hold: holdCodes,
  async run(call) {
    const { tx, row, services, input } = call;
    if (Number(input.expiresAt) <= services.clock())
      throw new ApiError('invalid', {
        errors: { expiresAt: [call.caller.t('validation.time', { field: 'expiresAt' })] },
      });
    await tx
      .updateTable('redeem_codes')
      .set({ expires_at: Number(input.expiresAt), updated_at: services.clock() })
      .where('batch_id', '=', row.id)
      .where('status', 'in', ['unused', 'partlyUsed'])
      .execute();
    return changeLocked(call, { expires_at: Number(input.expiresAt) });
  },
};

/** Deletes expired codes of a batch that were never used; used ones are part of the ledger. */
export const clearExpired: Operation<'redeem_batches'> = {
  hold: holdCodes,
  async run({ tx, row, services, resource, name }) {
    const id = row.id;
    const { numDeletedRows } = await tx
      .deleteFrom('redeem_codes')
      .where('batch_id', '=', id)
      .where('status', '=', 'unused')
      .where('used_count', '=', 0)
      .where('expires_at', '<=', services.clock())
      .executeTakeFirst();
    const cleared = Number(numDeletedRows);
    const audit = { resource: resource.name, resourceId: id, action: name, after: { cleared }, count: cleared };
    return { data: { id, cleared }, ...(cleared > 0 ? { audit } : {}) };
  },
};

/** Counted from the codes and redemptions themselves: issued, used, void, expired, and what they are worth. */
export const batchFigures: Operation<'redeem_batches'> = {
  async run({ tx, row, services }) {
    const batch = row;
    const now = services.clock();
    const rows = await tx
      .selectFrom('redeem_codes')
      .select(({ fn }) => ['status', fn.countAll().as('codes'), fn.sum('used_count').as('uses')])
      .select(({ fn }) => [fn.sum('max_uses').as('most'), fn.sum('reversed_count').as('back')])
      .where('batch_id', '=', batch.id)
      .groupBy('status')
      .execute();
    const expired = await tx
      .selectFrom('redeem_codes')
      .select(({ fn }) => fn.countAll().as('codes'))
      .where('batch_id', '=', batch.id)
      .where('status', 'in', ['unused', 'partlyUsed'])
      .where('expires_at', '<=', now)
      .executeTakeFirstOrThrow();
    const codes = (status: string) => Number(rows.find((entry) => entry.status === status)?.codes ?? 0);
    const uses = rows.reduce((sum, entry) => sum + Number(entry.uses ?? 0), 0);
    const back = rows.reduce((sum, entry) => sum + Number(entry.back ?? 0), 0);
    const open = rows.filter(({ status }) => status === 'unused' || status === 'partlyUsed');
    const issued = Number(batch.count);
    const worth = (times: number) => ({ coin: Number(batch.coin) * times, compute: Number(batch.compute) * times });
    const data = {
      issued,
      unused: codes('unused'),
      partlyUsed: codes('partlyUsed'),
      used: codes('used'),
      voided: codes('voided'),
      reversed: codes('reversed'),
      expired: Number(expired.codes),
      cleared: issued - rows.reduce((sum, entry) => sum + Number(entry.codes), 0),
      redemptions: uses,
      redemptionsReversed: back,
      usesLeft: open.reduce((sum, { most, uses }) => sum + Number(most ?? 0) - Number(uses ?? 0), 0),
      redeemRateBps: issued === 0 ? null : Math.round((uses * 10_000) / (issued * Number(batch.max_uses))),
      valueIssued: worth(issued * Number(batch.max_uses)),
      valueRedeemed: worth(uses - back),
    };
    return { data };
  },
};
