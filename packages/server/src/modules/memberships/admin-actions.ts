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
import { listQuotaStates, restoreQuotas, sumRestorable } from './quotas/quota-buckets.ts';

const getReason = (input: Values) => String(input.reason);

/** Creates the change of an action from its input. */
type CreateWork = (input: Values, scope: TxContext, rules: MembershipRules) => MembershipWork;

const works: Readonly<Record<'extend' | 'setEnd' | 'suspend' | 'resume' | 'revoke', CreateWork>> = {
  extend: ({ days }, { at }) => extendBy(Number(days), at),
  setEnd: ({ endAt }) => endAtMoment(Number(endAt)),
  suspend: (input, { at }) => suspendAt(at, getReason(input)),
  resume: (input) => resume(getReason(input)),
  revoke: (input) => revoke(getReason(input)),
};

/** Locks the user before the membership, in the same order as a grant, so that the two cannot deadlock. */
async function lockMembershipOwner(call: Omit<OperationCall, 'row'>): Promise<void> {
  const { tx, id } = call;
  const found = await tx.selectFrom('user_memberships').select('user_id').where('id', '=', id).executeTakeFirst();
  if (found) await lockOwner(getScope(call), found.user_id);
}

/** Admin actions on a membership. Each runs in one transaction and stores its reason in the audit log. */
export function createMembershipOperations({ settings }: { readonly settings: SettingsReader }): Operations {
  const changing = Object.entries(works).map(([name, createWork]) => [
    name,
    createChangeOperation(settings, name as ChangeCause, createWork),
  ]);
  return createOperationsFor(userMembership, {
    ...Object.fromEntries(changing),
    quotas: createQuotasOperation(settings),
    resetQuota: createResetOperation(settings),
  });
}

function createChangeOperation(
  settings: SettingsReader,
  cause: ChangeCause,
  createWork: CreateWork,
): Operation<'user_memberships'> {
  return {
    lock: lockMembershipOwner,
    async prepare({ input, caller, services }) {
      if (typeof input.endAt === 'number' && input.endAt <= services.clock())
        throw new ApiError('invalid', { errors: { endAt: [caller.t('validation.time', { field: 'endAt' })] } });
      return readMembershipRules(settings);
    },
    async run(call, prepared) {
      const { input, row } = call;
      const rules = prepared as MembershipRules;
      const scope = getScope(call);
      const operator = { kind: 'admin', id: call.caller.actor.id } as const;
      const change = { cause, operator, reason: getReason(input) };
      await changeMembership(scope, rules, toMembership(row), change, createWork(input, scope, rules));
      return answer(call);
    },
  };
}

/** Restores the quotas of the current period in full. The audit log records how many credits were restored. */
function createResetOperation(settings: SettingsReader): Operation<'user_memberships'> {
  return {
    lock: lockMembershipOwner,
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const [scope, rules, membership] = [getScope(call), prepared as MembershipRules, toMembership(call.row)];
      const restored = await sumRestorable(scope, rules, membership);
      await restoreQuotas(scope, rules, membership);
      return answer(call, { restored });
    },
  };
}

/** Returns the current quotas of a membership. Writes nothing. */
function createQuotasOperation(settings: SettingsReader): Operation<'user_memberships'> {
  return {
    prepare: () => readMembershipRules(settings),
    async run(call, prepared) {
      const membership = toMembership(call.row);
      const states = await listQuotaStates(getScope(call), prepared as MembershipRules, membership);
      const quotas = states.map(({ capability, modelGroup = null, period, granted, used, resetsAt }) => ({
        ...{ capability, modelGroup, period },
        ...{ granted, used, left: granted - used, resetsAt },
      }));
      return { data: { id: membership.id, quotas } };
    },
  };
}

const getScope = ({ tx, services }: Pick<OperationCall, 'tx' | 'services'>): TxContext => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});

/** Returns the changed record. The audit entry contains the changed fields, the fields of `more` and the reason. */
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
    audit: { ...draft, after: { ...draft.after, ...more }, reason: getReason(input) },
  };
}
