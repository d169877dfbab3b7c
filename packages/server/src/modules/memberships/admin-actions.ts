import { ApiError, userMembership, type Values } from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall, OperationResult, Operations } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner } from '../ledger/index.ts';
import {
  changeMembership,
  endAtMoment,
  extendBy,
  type MembershipWork,
  resume,
  revoke,
  suspendAt,
} from './membership-moves.ts';
import { type ChangeCause, toMembership } from './membership-rows.ts';
import { type MembershipRules, readMembershipRules } from './membership-rules.ts';
import { listQuotaStates, restoreQuotas, toRestore } from './quotas/quota-buckets.ts';

const reasonOf = (input: Values) => String(input.reason);

/** What an action makes of a membership, by its input. */
type WorkOf = (input: Values, scope: TxContext, rules: MembershipRules) => MembershipWork;

const works: Readonly<Record<'extend' | 'setEnd' | 'suspend' | 'resume' | 'revoke', WorkOf>> = {
  extend: ({ days }, { at }) => extendBy(Number(days), at),
  setEnd: ({ endAt }) => endAtMoment(Number(endAt)),
  suspend: (input, { at }) => suspendAt(at, reasonOf(input)),
  resume: (input) => resume(reasonOf(input)),
  revoke: (input) => revoke(reasonOf(input)),
};

/** Holds whoever has the membership before the membership itself, as what gives them another one does. */
async function holdOwner(call: Omit<OperationCall, 'row'>): Promise<void> {
  const { tx, id } = call;
  const found = await tx.selectFrom('user_memberships').select('user_id').where('id', '=', id).executeTakeFirst();
  if (found) await lockOwner(scopeOf(call), found.user_id);
}

/** What administrators do to a membership. Each is one transaction with its reason in the log. */
export function createMembershipOperations({ settings }: { readonly settings: SettingsReader }): Operations {
  const changing = Object.entries(works).map(([name, workOf]) => [
    name,
    changeBy(settings, name as ChangeCause, workOf),
  ]);
  return createOperationsFor(userMembership, {
    ...Object.fromEntries(changing),
    quotas: quotasNow(settings),
    resetQuota: resetting(settings),
  });
}

function changeBy(settings: SettingsReader, cause: ChangeCause, workOf: WorkOf): Operation<'user_memberships'> {
  return {
    hold: holdOwner,
    async prepare({ input, caller, services }) {
      if (typeof input.endAt === 'number' && input.endAt <= services.clock())
        throw new ApiError('invalid', { errors: { endAt: [caller.t('validation.time', { field: 'endAt' })] } });
      return readMembershipRules(settings);
    },
    async run(call, prepared) {
      const { input, row } = call;
      const rules = prepared as MembershipRules;
      const scope = scopeOf(call);
      const operator = { kind: 'admin', id: call.caller.actor.id } as const;
      const change = { cause, operator, reason: reasonOf(input) };
      await changeMembership(scope, rules, toMembership(row), change, workOf(input, scope, rules));
      return answer(call);
    },
  };
}

/** The quotas of the present period are whole again; the log keeps how many points that gave back. */
function resetting(settings: SettingsReader): Operation<'user_memberships'> {
  return {
    hold: holdOwner,
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const [scope, rules, membership] = [scopeOf(call), prepared as MembershipRules, toMembership(call.row)];
      const restored = await toRestore(scope, rules, membership);
      await restoreQuotas(scope, rules, membership);
      return answer(call, { restored });
    },
  };
}

/** How the quotas of a membership stand; nothing is written. */
function quotasNow(settings: SettingsReader): Operation<'user_memberships'> {
  return {
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const membership = toMembership(call.row);
      const states = await listQuotaStates(scopeOf(call), prepared as MembershipRules, membership);
      const quotas = states.map(({ capability, modelGroup = null, period, granted, used, resetsAt }) => ({
        ...{ capability, modelGroup, period },
        ...{ granted, used, left: granted - used, resetsAt },
      }));
      return { data: { id: membership.id, quotas } };
    },
  };
}

const scopeOf = ({ tx, services }: Pick<OperationCall, 'tx' | 'services'>): TxContext => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

/** The record as it is now; the log keeps what differs, what else is to be known of it, and why. */
async function answer(call: OperationCall, more: Values = {}): Promise<OperationResult> {
  const { tx, services, caller, resource, name, row, input } = call;
  const before = row ?? {};
  const after = await tx
    .selectFrom('user_memberships')
    .selectAll()
    .where('id', '=', Number(before.id))
    .executeTakeFirstOrThrow();
  const data = await presentRow(services, tx, resource, after, caller);
  const draft = createChangedDraft(resource, name, before, pickDiffering(before, after));
  return {
    data: { ...data, ...more },
    audit: { ...draft, after: { ...draft.after, ...more }, reason: reasonOf(input) },
  };
}
