import type { DayOf } from '../../../platform/context/day-of.ts';
import type { Operation, OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { RowOf } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { changeInvite, type InviteChange, type InviteTerms, readInviteTerms } from './invite-rows.ts';
import {
  computePromised,
  createReversibleCheck,
  grantInvite,
  type ReversedInvite,
  reverseInvite,
} from './settle-invite.ts';

const scopeOf = ({ tx, services }: OperationCall<'invite_records'>): TxContext => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});
const settlingOf = ({ name, caller }: OperationCall<'invite_records'>) =>
  ({ action: name, operator: { kind: 'admin', id: caller.actor.id }, by: caller.actor.id }) as const;

async function answered(
  call: OperationCall<'invite_records'>,
  change: InviteChange,
  more: object = {},
): Promise<OperationResult> {
  const { tx, services, caller, resource, input } = call;
  const record = await presentRow(services, tx, resource, change.row, caller);
  const reason = typeof input.reason === 'string' ? { reason: input.reason } : {};
  return { data: { ...record, ...more }, audit: { ...change.audit, ...reason } };
}

/** Grants at once. One that never qualified gets what the settings promise now. */
export function approveInvite(settings: SettingsReader, dayOf: DayOf): Operation<'invite_records'> {
  return {
    prepare: () => readInviteTerms(settings),
    async run(call, prepared) {
      const terms = prepared as InviteTerms;
      const scope = scopeOf(call);
      const row = call.row;
      const fixed =
        row.qualified_on === null
          ? { ...computePromised(row, { terms, order: null }), qualified_on: dayOf(scope.at, terms.timezone) }
          : {};
      return answered(call, await grantInvite(scope, row, settlingOf(call), { ...fixed, reason: null }));
    },
  };
}

export const rejectInvite: Operation<'invite_records'> = {
  undo: { fields: ['status', 'reason', 'settledAt'] },
  async run(call) {
    const { caller, input, name, row } = call;
    const scope = scopeOf(call);
    const cells = { status: 'rejected', reason: String(input.reason), settled_at: scope.at };
    return answered(call, await changeInvite(scope, row, name, cells, caller.actor.id));
  },
};

/** One line a side: what was granted, what comes back, what is missing. */
const reported = (row: RowOf<'invite_records'>, back: ReversedInvite['back']) =>
  (['inviter', 'invitee'] as const).map((side) => ({ side, amount: row[`${side}_amount`], ...back[side] }));

/** Takes the rewards back from their own lots and tells what is missing. */
export const reverseInviteReward: Operation<'invite_records'> = {
  async run(call) {
    const { back, ...change } = await reverseInvite(
      scopeOf(call),
      call.row,
      settlingOf(call),
      String(call.input.reason),
    );
    return answered(call, change, { back: reported(change.row, back) });
  },
};

/** What a reversal would take back now, and what is missing. */
export const previewReverseInvite: Operation<'invite_records'> = {
  async run({ tx, row }) {
    const back = reported(row, (await createReversibleCheck({ tx }, [row]))(row));
    return { data: { id: row.id, asset: row.asset ?? null, back } };
  },
};
