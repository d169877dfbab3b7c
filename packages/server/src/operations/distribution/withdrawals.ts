import { Fault, say, withdrawal } from '@gantry/core';
import { readPayoutTerms } from '../../distribution/distribution-terms.ts';
import { openAccount } from '../../distribution/payout-account.ts';
import { giveBackWithdrawal, payWithdrawal, requestWithdrawal } from '../../distribution/withdrawals.ts';
import type { DayOf } from '../../money/day-of.ts';
import { newNumber } from '../../orders/order-number.ts';
import { createdDraft } from '../../resources/changes.ts';
import { planOf } from '../../resources/engine.ts';
import type { Operation, OperationResult } from '../../resources/operation.ts';
import { presentRow } from '../../resources/present.ts';
import { assertReferences, tellingTaken } from '../../resources/refusals.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import type { SettingsReader } from '../../settings/settings-reader.ts';
import { changedResult, fieldFault, scopeOf, writeCells } from './call-scope.ts';

export interface WithdrawalNeeds {
  readonly keyring: Keyring;
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

const words = {
  one: { zh: '分销员与区域代理选填其一', en: 'Give a distributor or a regional agent' },
  eyes: { zh: '审核人不能确认付款，请换一人', en: 'Whoever approved it cannot mark it as paid' },
} as const;

/** A withdrawal that an admin asks for on somebody's behalf. */
function create({ keyring, settings, dayOf }: WithdrawalNeeds): Operation {
  return {
    async run(call): Promise<OperationResult> {
      const { tx, services, caller, resource, input } = call;
      const { distributorId, agentId } = input;
      if (typeof distributorId === typeof agentId) throw fieldFault('distributorId', words.one, caller.locale);
      await assertReferences(tx, planOf(resource), input, caller);
      const by = caller.actor.id;
      const row = await requestWithdrawal(
        scopeOf(call),
        { keyring, dayOf, newNumber, terms: await readPayoutTerms(settings, tx) },
        {
          ...(typeof distributorId === 'number'
            ? { kind: 'distributor', payeeId: distributorId }
            : { kind: 'agent', payeeId: Number(agentId) }),
          ...{ amount: Number(input.amount), channel: String(input.channel) },
          bankName: typeof input.bankName === 'string' ? input.bankName : null,
          ...{ account: String(input.account), realName: String(input.realName) },
          ...{ operator: { kind: 'admin', id: by }, by, locale: caller.locale },
        },
      );
      const data = await presentRow(services, tx, resource, row, caller);
      return { data, audit: createdDraft(resource, Number(row.id), row) };
    },
  };
}

const approve: Operation = {
  run: (call) =>
    writeCells(call, { status: 'approved', approved_by: call.caller.actor.id, approved_at: call.services.clock() }),
};

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

/** Paid, with the number of the transfer; where the settings ask for two people, not by whoever approved it. */
function markPaid(settings: SettingsReader): Operation {
  return {
    async run(call) {
      const { tx, row, caller, input, services } = call;
      const by = caller.actor.id;
      const { fourEyes } = await readPayoutTerms(settings, tx);
      if (fourEyes && Number(row?.approved_by) === by)
        throw new Fault('denied', { message: say(words.eyes, caller.locale) });
      const voucher = typeof input.voucher === 'string' ? input.voucher : null;
      const paid = { status: 'paid', paid_by: by, finished_at: services.clock() };
      const cells = { ...paid, external_no: String(input.externalNo), voucher };
      const after = await tellingTaken(services.database, planOf(withdrawal), caller, () =>
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
    create: create(needs),
    approve,
    reject: giveBack('rejected'),
    markPaid: markPaid(needs.settings),
    markFailed: giveBack('failed'),
    reveal: reveal(needs.keyring),
  };
}
