import { ApiError, formatFen, type LocalizedText, localize, withdrawal } from '@gantry/core';
import { sql } from 'kysely';
import type { DayOf } from '../../../platform/context/day-of.ts';
import { createPlan } from '../../../platform/engine/engine.ts';
import type { Operation, OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { toRejections } from '../../../platform/engine/taken.ts';
import { reportTaken } from '../../../platform/engine/validation-errors.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { Cell, Column, RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { createNumber, normalizeNumber, transferKey, transferNumber } from '../../orders/index.ts';
import { readPayoutTerms } from '../distributors.ts';
import { openAccount, type PayeeKind } from '../payee.ts';
import { loadPayee, payWithdrawal, requestAgainFor, requestWithdrawal, returnWithdrawal } from '../withdrawals.ts';
import { createChangedResult, toTxContext, writeCells } from './call-scope.ts';

export interface WithdrawalDeps {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

const words = {
  eyes: { zh: '审核人不能确认付款，请换一人', en: 'The admin who approved it cannot mark it as paid.' },
} as const;

/** The message for an admin who would pay a payee in debt. */
const debts = {
  before: (debt: string) => ({
    zh: `收款人欠 ${debt}；请拒绝这笔提现，金额先抵欠款`,
    en: `The payee owes ${debt}. Reject this withdrawal so that the amount repays the debt first.`,
  }),
  after: (debt: string) => ({
    zh: `收款人现欠 ${debt}；确已付出请附凭证，未付出请改为付款失败`,
    en: `The payee now owes ${debt}. If it was already paid, attach the voucher. Otherwise mark the withdrawal as failed.`,
  }),
} as const satisfies Record<string, (debt: string) => LocalizedText>;

/** What to say of the payee's debt, such as a refund of what they earned by leaves; null when they owe nothing. */
async function getDebt(call: OperationCall<'withdrawals'>, when: keyof typeof debts): Promise<string | null> {
  const { locale } = call.caller;
  const { debt, currency } = await loadPayee(toTxContext(call), call.row);
  return debt === 0 ? null : localize(debts[when](formatFen(debt, locale, currency)), locale);
}

/** A step towards the payment; rejected for a payee who owes the money that was set aside. */
const createTransition = (
  cellsOf: (call: OperationCall) => Readonly<Record<string, Cell>>,
): Operation<'withdrawals'> => ({
  async run(call) {
    const message = await getDebt(call, 'before');
    if (message !== null) throw new ApiError('stateConflict', { message, data: { state: 'owes' } });
    return writeCells(call, cellsOf(call));
  },
});

/** A withdrawal that an admin requests on behalf of a payee. */
export function withdrawFor(kind: PayeeKind, { keyring, settings, dayOf }: WithdrawalDeps): Operation {
  return {
    async run(call): Promise<OperationResult> {
      const { tx, caller, resource, name, input } = call;
      const [id, by] = [Number(call.id), caller.actor.id];
      const row = await requestWithdrawal(
        toTxContext(call),
        { keyring, dayOf, newNumber: createNumber, terms: await readPayoutTerms(settings, tx) },
        {
          ...{ kind, payeeId: id, amount: Number(input.amount), channel: String(input.channel) },
          currency: typeof input.currency === 'string' && input.currency !== '' ? input.currency : null,
          bankName: typeof input.bankName === 'string' ? input.bankName : null,
          ...{ account: String(input.account), realName: String(input.realName) },
          ...{ operator: { kind: 'admin', id: by }, by, locale: caller.locale },
        },
      );
      const { id: withdrawalId, status: _, ...requested } = row;
      return {
        data: { id, withdrawalId, ...requested },
        audit: { resource: resource.name, resourceId: id, action: name, after: requested },
      };
    },
  };
}

const approve = createTransition(({ caller, services }) => ({
  ...{ status: 'approved', approved_by: caller.actor.id },
  approved_at: services.clock(),
}));

const startPaying = createTransition(() => ({ status: 'paying' }));

/** Rejected, or not paid after all: the money is available again. */
function release(status: 'rejected' | 'failed'): Operation<'withdrawals'> {
  return {
    async run(call) {
      const reason = String(call.input.reason);
      const cells = { status, reason, finished_at: call.services.clock() };
      const outcome = { by: call.caller.actor.id, reason, cells };
      return createChangedResult(call, await returnWithdrawal(toTxContext(call), call.row, outcome));
    },
  };
}

/** Requests a failed withdrawal again. */
function requestAgain({ settings, dayOf }: Pick<WithdrawalDeps, 'settings' | 'dayOf'>): Operation<'withdrawals'> {
  return {
    async run(call) {
      const terms = await readPayoutTerms(settings, call.tx);
      const { caller, row } = call;
      const outcome = { by: caller.actor.id, locale: caller.locale, cells: { status: 'requested' } };
      return createChangedResult(call, await requestAgainFor(toTxContext(call), { terms, dayOf }, row, outcome));
    },
  };
}

/**
 * Whether the transfer is already recorded for another withdrawal of the channel, however its number was typed. Concurrent calls
 * with the same number wait until this transaction ends.
 */
async function isPayoutNoted(
  { tx, dialect }: TxContext,
  { id, channel }: RowOf<'withdrawals'>,
  number: string,
): Promise<boolean> {
  await dialect.lock(tx, `payout ${transferKey({ channel, number })}`);
  const theirs = sql<string>`upper(replace(external_no, ' ', ''))`;
  const others = tx
    .selectFrom('withdrawals')
    .select('id')
    .where('channel', '=', channel as Column<'withdrawals', 'channel'>)
    .where('id', '<>', id);
  return (await others.where(theirs, '=', normalizeNumber(number)).executeTakeFirst()) !== undefined;
}

/**
 * Marks a withdrawal as paid, with the number of the transfer. Where the settings require two admins, the one who approved it may
 * not.
 */
function markPaid(settings: SettingsReader): Operation<'withdrawals'> {
  return {
    async run(call) {
      const { tx, row, caller, input, services } = call;
      const by = caller.actor.id;
      const { fourEyes } = await readPayoutTerms(settings, tx);
      if (fourEyes && row.approved_by === by)
        throw new ApiError('denied', { message: localize(words.eyes, caller.locale) });
      const externalNo = transferNumber(input) ?? '';
      if (await isPayoutNoted(toTxContext(call), row, externalNo))
        throw new ApiError('invalid', { errors: toRejections(withdrawal.fields, ['externalNo'], 'taken', caller) });
      const voucher = typeof input.voucher === 'string' ? input.voucher : null;
      // The transfer may have been made before the payee went into debt: then it is recorded as a fact, with its voucher.
      const owed = voucher ? null : await getDebt(call, 'after');
      if (owed !== null) throw new ApiError('invalid', { errors: { voucher: [owed] } });
      const paid = { status: 'paid', paid_by: by, finished_at: services.clock() };
      const cells = { ...paid, external_no: externalNo, voucher };
      const after = await reportTaken(services.database, createPlan(withdrawal), caller, () =>
        payWithdrawal(toTxContext(call), row, { by, cells }),
      );
      return createChangedResult(call, after);
    },
  };
}

/** The full account, for an admin who has just confirmed their identity; the access is logged, and the answer is not stored. */
function reveal(keyring: Keyring): Operation<'withdrawals'> {
  return {
    async run({ row, resource, name }): Promise<OperationResult> {
      const id = row.id;
      return {
        data: { id, ...openAccount(keyring, row) },
        stored: { id, account: null, realName: null },
        audit: { resource: resource.name, resourceId: id, action: name },
      };
    },
  };
}

export function createWithdrawalOperations(deps: WithdrawalDeps): Readonly<Record<string, Operation>> {
  return {
    approve,
    startPaying,
    reject: release('rejected'),
    markPaid: markPaid(deps.settings),
    markFailed: release('failed'),
    requestAgain: requestAgain(deps),
    reveal: reveal(deps.keyring),
  };
}
