import { ApiError, localize, redeemCode } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { changeLocked } from '../../platform/engine/record-actions/guarded-writes.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { removeRecords } from '../../platform/store/records.ts';
import { findTyped, formatCode, getCodeLook } from './code-text.ts';
import { openBatchKey, openCode } from './generate-codes.ts';
import { createCodeError } from './redeem.ts';

/** Locks the codes before their batch, like a redemption does, so that two actions that need both never deadlock. */
async function lockCodes({ tx, services, id }: Omit<OperationCall, 'row'>): Promise<void> {
  if (services.database.dialect.kind !== 'postgres') return;
  await tx.selectFrom('redeem_codes').select('id').where('batch_id', '=', id).orderBy('id').forUpdate().execute();
}

/** Voids the unused codes of a batch in one statement. Redeemed codes are not affected. */
export const voidBatch: Operation<'redeem_batches'> = {
  lock: lockCodes,
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

/** Changes the expiry of a batch and of all its codes that can still be used. */
export const extendBatch: Operation<'redeem_batches'> = {
  lock: lockCodes,
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
  lock: lockCodes,
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

/** Counts the codes and redemptions themselves: issued, used, void, expired, and their value. */
export const getBatchStats: Operation<'redeem_batches'> = {
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
    const getCodes = (status: string) => Number(rows.find((entry) => entry.status === status)?.codes ?? 0);
    const uses = rows.reduce((sum, entry) => sum + Number(entry.uses ?? 0), 0);
    const back = rows.reduce((sum, entry) => sum + Number(entry.back ?? 0), 0);
    const open = rows.filter(({ status }) => status === 'unused' || status === 'partlyUsed');
    const issued = Number(batch.count);
    const computeWorth = (times: number) => ({
      coin: Number(batch.coin) * times,
      compute: Number(batch.compute) * times,
    });
    const data = {
      issued,
      unused: getCodes('unused'),
      partlyUsed: getCodes('partlyUsed'),
      used: getCodes('used'),
      voided: getCodes('voided'),
      reversed: getCodes('reversed'),
      expired: Number(expired.codes),
      cleared: issued - rows.reduce((sum, entry) => sum + Number(entry.codes), 0),
      redemptions: uses,
      redemptionsReversed: back,
      usesLeft: open.reduce((sum, { most, uses }) => sum + Number(most ?? 0) - Number(uses ?? 0), 0),
      redeemRateBps: issued === 0 ? null : Math.round((uses * 10_000) / (issued * Number(batch.max_uses))),
      valueIssued: computeWorth(issued * Number(batch.max_uses)),
      valueRedeemed: computeWorth(uses - back),
    };
    return { data };
  },
};

const words = {
  voidBatch: { zh: '批次已作废，其中的兑换码不能恢复', en: 'The batch is void. Its codes cannot be restored.' },
} as const;

/** Finds a code by its full text, in any grouping. */
export function findCode(keyring: Keyring): Operation {
  return {
    async run({ tx, services, caller, resource, input }) {
      const found = await findTyped({ tx, dialect: services.database.dialect }, keyring, String(input.code));
      if ('rejection' in found) throw createCodeError(found.rejection, caller.locale);
      return { data: await presentRow(services, tx, resource, found.row, caller) };
    },
  };
}

/** Returns the full code. Requires identity confirmation and is audited. */
export function revealCode(keyring: Keyring): Operation<'redeem_codes'> {
  return {
    async run({ tx, row, name }) {
      const code = row;
      const batch = await tx
        .selectFrom('redeem_batches')
        .select(['id', 'code_key', 'prefix', 'grouping'])
        .where('id', '=', code.batch_id)
        .executeTakeFirstOrThrow();
      const key = openBatchKey(keyring, batch.id, String(batch.code_key));
      const plain = formatCode(openCode(key, batch.id, code.code_enc), getCodeLook(batch));
      return {
        data: { id: code.id, code: plain },
        audit: { resource: redeemCode.name, resourceId: code.id, action: name },
      };
    },
  };
}

/** Updates the batch's counter of void codes. */
async function countVoided({ tx, row }: OperationCall<'redeem_codes'>, by: number): Promise<void> {
  await tx
    .updateTable('redeem_batches')
    .set((update) => ({ voided: update('voided', '+', by) }))
    .where('id', '=', row.batch_id)
    .execute();
}

export const voidCode: Operation<'redeem_codes'> = {
  async run(call) {
    await countVoided(call, 1);
    return changeLocked(call, { status: 'voided', void_reason: String(call.input.voidReason) });
  },
};

/** Rejects the codes of a void batch, which must stay void. */
async function assertBatchNotVoid({ tx, row, caller }: OperationCall<'redeem_codes'>): Promise<void> {
  const { status } = await tx
    .selectFrom('redeem_batches')
    .select('status')
    .where('id', '=', row.batch_id)
    .executeTakeFirstOrThrow();
  if (status !== 'voided') return;
  throw new ApiError('stateConflict', { message: localize(words.voidBatch, caller.locale), data: { state: status } });
}

/** Restores a void code for its remaining uses; used ones stay used. */
export const restoreCode: Operation<'redeem_codes'> = {
  async run(call) {
    await assertBatchNotVoid(call);
    const uses = Number(call.row.used_count);
    await countVoided(call, -1);
    return changeLocked(call, { status: uses > 0 ? 'partlyUsed' : 'unused', void_reason: null });
  },
};

export const extendCode: Operation<'redeem_codes'> = {
  undo: { fields: ['expiresAt'] },
  run: (call) => {
    const { caller, services, input } = call;
    if (Number(input.expiresAt) <= services.clock()) {
      throw new ApiError('invalid', { errors: { expiresAt: [caller.t('validation.time', { field: 'expiresAt' })] } });
    }
    return changeLocked(call, { expires_at: Number(input.expiresAt) });
  },
};

/** Deletes only a code that was never used and can no longer be redeemed; any other is part of the ledger or still valid. */
export const deleteCode: Operation<'redeem_codes'> = {
  async run({ tx, services, resource, row, name }) {
    const id = row.id;
    await removeRecords(tx, services.database.dialect, resource, [id]);
    const before = { tail: row.tail, batchId: row.batch_id, expiresAt: row.expires_at };
    return { data: null, audit: { resource: resource.name, resourceId: id, action: name, before } };
  },
};
