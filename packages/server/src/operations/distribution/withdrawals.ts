import { Fault, formatFen, say, type Words, withdrawal } from '@gantry/core';
import { sql } from 'kysely';
import { readPayoutTerms } from '../../distribution/distribution-terms.ts';
import type { PayeeKind } from '../../distribution/payee.ts';
import { openAccount } from '../../distribution/payout-account.ts';
import {
  askAgainFor,
  giveBackWithdrawal,
  payeeOfRow,
  payWithdrawal,
  requestWithdrawal,
} from '../../distribution/withdrawals.ts';
import type { DayOf } from '../../money/day-of.ts';
import type { MoneyScope } from '../../money/posting.ts';
import { newNumber } from '../../orders/order-number.ts';
import { bareNumber, transferKey } from '../../orders/transfer-key.ts';
import { planOf } from '../../resources/engine.ts';
import type { Operation, OperationCall, OperationResult } from '../../resources/operation.ts';
import { reportTaken } from '../../resources/refusals.ts';
import { refusalsOf } from '../../resources/taken.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import type { Cell, Row } from '../../store/database.ts';
import { transferNumber } from '../orders/transfer-number.ts';
import { changedResult, scopeOf, writeCells } from './call-scope.ts';

export interface WithdrawalNeeds {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

const words = {
  eyes: { zh: '审核人不能确认付款，请换一人', en: 'Whoever approved it cannot mark it as paid' },
} as const;

/** Said to whoever would pay somebody who owes so much. */
const debts = {
  before: (debt: string) => ({
    zh: `收款人欠 ${debt}；请拒绝这笔提现，金额先抵欠款`,
    en: `The payee owes ${debt}: reject it, and its money pays that first`,
  }),
  after: (debt: string) => ({
    zh: `收款人现欠 ${debt}；确已付出请附凭证，未付出请改为付款失败`,
    en: `The payee owes ${debt} now: give the voucher if it was paid all the same, else mark it as failed`,
  }),
} as const satisfies Record<string, (debt: string) => Words>;

/** What to say of the payee's debt, such as a refund of what they earned by leaves; null when they owe nothing. */
async function debtOf(call: OperationCall, when: keyof typeof debts): Promise<string | null> {
  const { locale } = call.caller;
  const { debt, currency } = await payeeOfRow(scopeOf(call), call.row ?? {});
  return debt === 0 ? null : say(debts[when](formatFen(debt, locale, currency)), locale);
}

/** Towards its payment; not for somebody who owes what was set aside for them. */
const onward = (cellsOf: (call: OperationCall) => Readonly<Record<string, Cell>>): Operation => ({
  async run(call) {
    const message = await debtOf(call, 'before');
    if (message !== null) throw new Fault('stateConflict', { message, data: { state: 'owes' } });
    return writeCells(call, cellsOf(call));
  },
});

/** A withdrawal that an admin asks for on somebody's behalf. */
export function withdrawFor(kind: PayeeKind, { keyring, settings, dayOf }: WithdrawalNeeds): Operation {
  return {
    async run(call): Promise<OperationResult> {
      const { tx, caller, resource, name, input } = call;
      const [id, by] = [Number(call.id), caller.actor.id];
      const row = await requestWithdrawal(
        scopeOf(call),
        { keyring, dayOf, newNumber, terms: await readPayoutTerms(settings, tx) },
        {
          ...{ kind, payeeId: id, amount: Number(input.amount), channel: String(input.channel) },
          currency: typeof input.currency === 'string' && input.currency !== '' ? input.currency : null,
          bankName: typeof input.bankName === 'string' ? input.bankName : null,
          ...{ account: String(input.account), realName: String(input.realName) },
          ...{ operator: { kind: 'admin', id: by }, by, locale: caller.locale },
        },
      );
      const { no, currency } = row;
      const asked = { no, currency, amount: Number(row.amount), fee: Number(row.fee), payout: Number(row.payout) };
      return {
        data: { id, withdrawalId: Number(row.id), ...asked },
        audit: { resource: resource.name, resourceId: id, action: name, after: asked },
      };
    },
  };
}

const approve = onward(({ caller, services }) => ({
  ...{ status: 'approved', approved_by: caller.actor.id },
  approved_at: services.clock(),
}));

const startPaying = onward(() => ({ status: 'paying' }));

/** Refused, or not paid after all: the money is available again. */
function giveBack(status: 'rejected' | 'failed'): Operation {
  return {
    async run(call) {
      const reason = String(call.input.reason);
      const cells = { status, reason, finished_at: call.services.clock() };
      const outcome = { by: call.caller.actor.id, reason, cells };
      return changedResult(call, await giveBackWithdrawal(scopeOf(call), call.row ?? {}, outcome));
    },
  };
}

/** One that could not be paid is asked for again. */
function askAgain({ settings, dayOf }: Pick<WithdrawalNeeds, 'settings' | 'dayOf'>): Operation {
  return {
    async run(call) {
      const terms = await readPayoutTerms(settings, call.tx);
      const { caller, row } = call;
      const outcome = { by: caller.actor.id, locale: caller.locale, cells: { status: 'requested' } };
      return changedResult(call, await askAgainFor(scopeOf(call), { terms, dayOf }, row ?? {}, outcome));
    },
  };
}

/**
 * Is a transfer noted of another withdrawal of the channel, however its number was typed? Whoever notes the same one waits until
 * this transaction ends.
 */
async function isPayoutNoted({ tx, dialect }: MoneyScope, { id, channel }: Row, number: string): Promise<boolean> {
  await dialect.lock(tx, `payout ${transferKey({ channel: String(channel), number })}`);
  const theirs = sql<string>`upper(replace(external_no, ' ', ''))`;
  const others = tx.selectFrom('withdrawals').select('id').where('channel', '=', channel).where('id', '<>', id);
  return (await others.where(theirs, '=', bareNumber(number)).executeTakeFirst()) !== undefined;
}

/** Paid, with the number of the transfer; where the settings ask for two people, not by whoever approved it. */
function markPaid(settings: SettingsReader): Operation {
  return {
    async run(call) {
      const { tx, row, caller, input, services } = call;
      const by = caller.actor.id;
      const { fourEyes } = await readPayoutTerms(settings, tx);
      if (fourEyes && Number(row?.approved_by) === by)
        throw new Fault('denied', { message: say(words.eyes, caller.locale) });
      const externalNo = transferNumber(input) ?? '';
      if (await isPayoutNoted(scopeOf(call), row ?? {}, externalNo))
        throw new Fault('invalid', { errors: refusalsOf(withdrawal.fields, ['externalNo'], 'taken', caller) });
      const voucher = typeof input.voucher === 'string' ? input.voucher : null;
      // It may have left before they owed: then it is noted as what happened, with its proof.
      const owed = voucher ? null : await debtOf(call, 'after');
      if (owed !== null) throw new Fault('invalid', { errors: { voucher: [owed] } });
      const paid = { status: 'paid', paid_by: by, finished_at: services.clock() };
      const cells = { ...paid, external_no: externalNo, voucher };
      const after = await reportTaken(services.database, planOf(withdrawal), caller, () =>
        payWithdrawal(scopeOf(call), row ?? {}, { by, cells }),
      );
      return changedResult(call, after);
    },
  };
}

/** The whole account, for whoever has just shown that it is them; that it was shown is logged, and it is kept for nobody. */
function reveal(keyring: Keyring): Operation {
  return {
    async run({ row, resource, name }): Promise<OperationResult> {
      const id = Number(row?.id);
      return {
        data: { id, ...openAccount(keyring, row ?? {}) },
        kept: { id, account: null, realName: null },
        audit: { resource: resource.name, resourceId: id, action: name },
      };
    },
  };
}

export function withdrawalOperations(needs: WithdrawalNeeds): Readonly<Record<string, Operation>> {
  return {
    approve,
    startPaying,
    reject: giveBack('rejected'),
    markPaid: markPaid(needs.settings),
    markFailed: giveBack('failed'),
    askAgain: askAgain(needs),
    reveal: reveal(needs.keyring),
  };
}
