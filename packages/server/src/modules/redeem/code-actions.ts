import { ApiError, localize, redeemCode } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { changeLocked } from '../../platform/engine/record-actions/change-locked.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { removeRecords } from '../../platform/store/records.ts';
import { findTyped, formatCode, getCodeLook } from './code-words.ts';
import { openBatchKey, openCode } from './generate-codes.ts';
import { createCodeError } from './redeem.ts';

const words = {
  voidBatch: { zh: '批次已作废，其中的兑换码不能恢复', en: 'The batch is void. Its codes cannot be restored.' },
} as const;

/** Finds a code by the whole of it, in any grouping. */
export function findCode(keyring: Keyring): Operation {
  return {
    async run({ tx, services, caller, resource, input }) {
      const found = await findTyped({ tx, dialect: services.database.dialect }, keyring, String(input.code));
      if ('rejection' in found) throw createCodeError(found.rejection, caller.locale);
      return { data: await presentRow(services, tx, resource, found.row, caller) };
    },
  };
}

/** The whole code, for whoever has just shown that it is them; that it was shown is logged. */
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

/** Moves the batch's count of void codes with the code. */
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

/** Codes of a void batch stay void. */
async function assertBatchHolds({ tx, row, caller }: OperationCall<'redeem_codes'>): Promise<void> {
  const { status } = await tx
    .selectFrom('redeem_batches')
    .select('status')
    .where('id', '=', row.batch_id)
    .executeTakeFirstOrThrow();
  if (status !== 'voided') return;
  throw new ApiError('stateConflict', { message: localize(words.voidBatch, caller.locale), data: { state: status } });
}

/** A void code can be used again as far as it had not been; what was used stays used. */
export const restoreCode: Operation<'redeem_codes'> = {
  async run(call) {
    await assertBatchHolds(call);
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

/** Deletes only a code that can give nothing and never did; any other is part of the ledger, or can still be redeemed. */
export const deleteCode: Operation<'redeem_codes'> = {
  async run({ tx, services, resource, row, name }) {
    const id = row.id;
    await removeRecords(tx, services.database.dialect, resource, [id]);
    const before = { tail: row.tail, batchId: row.batch_id, expiresAt: row.expires_at };
    return { data: null, audit: { resource: resource.name, resourceId: id, action: name, before } };
  },
};
