import { randomUUID } from 'node:crypto';
import { ApiError, type LocalizedText, localize } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, debit, grant, type LockedWallet, type PostingCause } from '../ledger/index.ts';

const words = {
  zero: { zh: '数量不能为 0', en: 'The amount cannot be 0.' },
  most: (most: number): LocalizedText => ({ zh: `每次最多调整 ${most}`, en: `The maximum per adjustment is ${most}.` }),
  past: { zh: '到期时间须在将来', en: 'The expiry time must be in the future.' },
} as const;

/** Adds to a balance or takes from it, once, as an entry with its reason. */
export function adjustBalance(settings: SettingsReader): Operation<'users'> {
  return {
    async prepare({ input, caller, services }) {
      const { adjustMax } = await settings.read('system', 'billing');
      const amount = Number(input.amount);
      const reject = (field: string, rejection: LocalizedText) => {
        throw new ApiError('invalid', { errors: { [field]: [localize(rejection, caller.locale)] } });
      };
      if (amount === 0) reject('amount', words.zero);
      if (Math.abs(amount) > adjustMax) reject('amount', words.most(adjustMax));
      const { expiresAt } = input;
      if (typeof expiresAt === 'number' && expiresAt <= services.clock()) reject('expiresAt', words.past);
    },
    async run(call) {
      const { input, resource, name, row } = call;
      const asset: Asset = input.asset === 'compute' ? 'compute' : 'coin';
      const after = await move(call, asset, Number(input.amount));
      const { balance, held } = after;
      const before = balance - Number(input.amount);
      return {
        data: { id: after.userId, asset, amount: Number(input.amount), balanceBefore: before, balance, held },
        audit: {
          resource: resource.name,
          resourceId: row.id,
          action: name,
          reason: String(input.reason),
          before: { [`${asset}Balance`]: before },
          after: { [`${asset}Balance`]: balance, amount: Number(input.amount) },
        },
      };
    },
  };
}

async function move(call: OperationCall<'users'>, asset: Asset, amount: number): Promise<LockedWallet> {
  const { caller, services, tx, row, input } = call;
  const scope: TxContext = { tx, dialect: services.database.dialect, at: services.clock() };
  const userId = row.id;
  const causeId = randomUUID();
  const cause: PostingCause = {
    transactionId: `adjust:${causeId}`,
    cause: 'adminAdjust',
    causeId,
    operator: { kind: 'admin', id: caller.actor.id },
    reason: String(input.reason),
  };
  const expiresAt = typeof input.expiresAt === 'number' ? input.expiresAt : null;
  const lot = { source: 'admin', sourceId: caller.actor.id, expiresAt } as const;
  const moved =
    amount > 0
      ? (await grant(scope, { userId, asset, amount, lot }, cause))?.wallet
      : await debit(scope, { userId, asset, amount: -amount }, cause);
  if (!moved) throw new Error('an adjustment was made before it began');
  return moved;
}
