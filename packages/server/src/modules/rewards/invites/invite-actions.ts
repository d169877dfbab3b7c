import { sql } from 'kysely';
import type { DayOf } from '../../../platform/context/day-of.ts';
import type { Operation, OperationCall, OperationResult } from '../../../platform/engine/operation.ts';
import { presentRow } from '../../../platform/engine/present.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { RowOf, Tx } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { changeInvite, type InviteChange, type InviteTerms, readInviteTerms } from './invite-rows.ts';
import {
  computePromised,
  createReversibleCheck,
  grantInvite,
  type ReversedInvite,
  reverseInvite,
} from './settle-invite.ts';

const getScope = ({ tx, services }: OperationCall<'invite_records'>): TxContext => ({
  tx,
  dialect: services.database.dialect,
  at: services.clock(),
});
const getSettling = ({ name, caller }: OperationCall<'invite_records'>) =>
  ({ action: name, operator: { kind: 'admin', id: caller.actor.id }, by: caller.actor.id }) as const;

async function answerAction(
  call: OperationCall<'invite_records'>,
  change: InviteChange,
  more: object = {},
): Promise<OperationResult> {
  const { tx, services, caller, resource, input } = call;
  const record = await presentRow(services, tx, resource, change.row, caller);
  const reason = typeof input.reason === 'string' ? { reason: input.reason } : {};
  return { data: { ...record, ...more }, audit: { ...change.audit, ...reason } };
}

/** Grants the rewards immediately. An invite that never qualified gets what the settings currently promise. */
export function approveInvite(settings: SettingsReader, dayOf: DayOf): Operation<'invite_records'> {
  return {
    prepare: () => readInviteTerms(settings),
    async run(call, prepared) {
      const terms = prepared as InviteTerms;
      const scope = getScope(call);
      const row = call.row;
      const fixed =
        row.qualified_on === null
          ? { ...computePromised(row, { terms, order: null }), qualified_on: dayOf(scope.at, terms.timezone) }
          : {};
      return answerAction(call, await grantInvite(scope, row, getSettling(call), { ...fixed, reason: null }));
    },
  };
}

export const rejectInvite: Operation<'invite_records'> = {
  undo: { fields: ['status', 'reason', 'settledAt'] },
  async run(call) {
    const { caller, input, name, row } = call;
    const scope = getScope(call);
    const cells = { status: 'rejected', reason: String(input.reason), settled_at: scope.at };
    return answerAction(call, await changeInvite(scope, row, name, cells, caller.actor.id));
  },
};

/** One item per side: what was granted, what is reclaimed, what is missing. */
const toSides = (row: RowOf<'invite_records'>, back: ReversedInvite['back']) =>
  (['inviter', 'invitee'] as const).map((side) => ({ side, amount: row[`${side}_amount`], ...back[side] }));

/** Reclaims the rewards from their own lots and reports what is missing. */
export const reverseInviteReward: Operation<'invite_records'> = {
  async run(call) {
    const { back, ...change } = await reverseInvite(
      getScope(call),
      call.row,
      getSettling(call),
      String(call.input.reason),
    );
    return answerAction(call, change, { back: toSides(change.row, back) });
  },
};

/** Previews what a reversal would reclaim now, and what is missing. */
export const previewReverseInvite: Operation<'invite_records'> = {
  async run({ tx, row }) {
    const back = toSides(row, (await createReversibleCheck({ tx }, [row]))(row));
    return { data: { id: row.id, asset: row.asset ?? null, back } };
  },
};

const maxShown = 10;

/** Returns the invites by result, what they cost, and the top inviters. */
export const getInviteStats: Operation = {
  async run({ tx }) {
    const states = await byState(tx);
    const of = (...names: string[]) =>
      states.filter(({ status }) => names.includes(status)).reduce((sum, { records }) => sum + records, 0);
    const people = states.reduce((sum, { invites }) => sum + invites, 0);
    const paid = states.reduce((sum, { payers }) => sum + payers, 0);
    return {
      data: {
        invites: people,
        registered: of('registered'),
        pending: of('pending'),
        review: of('review'),
        granted: of('granted'),
        rejected: of('rejected'),
        reversed: of('reversed'),
        paid,
        conversion: people === 0 ? null : `${((paid * 100) / people).toFixed(1)}%`,
        ...(await sumCosts(tx)),
        topInviters: await listTopInviters(tx),
      },
    };
  },
};

async function byState(tx: Tx) {
  const rows = await tx
    .selectFrom('invite_records')
    .select(({ fn }) => [
      'status',
      fn.countAll().as('records'),
      sql<number>`sum(case when nth = 1 then 1 else 0 end)`.as('invites'),
      sql<number>`sum(case when nth = 1 and order_id is not null then 1 else 0 end)`.as('payers'),
    ])
    .groupBy('status')
    .execute();
  return rows.map(({ status, records, invites, payers }) => ({
    status: status,
    records: Number(records),
    invites: invites,
    payers: payers,
  }));
}

/** Sums what was granted and not reclaimed, by asset. */
async function sumCosts(tx: Tx): Promise<Record<'coin' | 'compute', number>> {
  const rows = await tx
    .selectFrom('invite_records')
    .select(['asset', sql<number>`sum(inviter_amount + invitee_amount)`.as('credits')])
    .where('status', '=', 'granted')
    .groupBy('asset')
    .execute();
  const of = (asset: string) => rows.find((row) => row.asset === asset)?.credits ?? 0;
  return { coin: of('coin'), compute: of('compute') };
}

async function listTopInviters(tx: Tx) {
  const rows = await tx
    .selectFrom('invite_records as i')
    .innerJoin('users as u', 'u.id', 'i.inviter_id')
    .select(({ fn }) => ['i.inviter_id as userId', 'u.username as username', fn.countAll().as('invites')])
    .where('i.nth', '=', 1)
    .groupBy(['i.inviter_id', 'u.username'])
    .orderBy('invites', 'desc')
    .orderBy('i.inviter_id')
    .limit(maxShown)
    .execute();
  return rows.map(({ userId, username, invites }) => ({
    userId: userId,
    username: username,
    invites: Number(invites),
  }));
}
