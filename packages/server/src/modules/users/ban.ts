import { inviteRecord, user } from '@gantry/core';
import type { AuditDraft } from '../../platform/audit/audit-trail.ts';
import type { Services } from '../../platform/context/context.ts';
import { createChangedDraft } from '../../platform/engine/changes.ts';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { presentRow } from '../../platform/engine/present.ts';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import type { Column, RowOf } from '../../platform/store/database.ts';
import { changeRecord, lockRows } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { changeInvite, createReversibleCheck, reverseInvite } from '../rewards/index.ts';
import { banPeople } from '../risk/index.ts';

const atOnce = 200;
const lifting = { resource: user, action: 'liftBan' };

/** Lifts expired bans, each in its own transaction. Returns how many. */
export async function liftDueBans(services: Services): Promise<number> {
  const { database, clock } = services;
  const due = await database.read
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'banned')
    .where('ban_until', '<=', clock())
    .where(isRetryDue(lifting, clock(), 'users.id'))
    .orderBy('id')
    .limit(atOnce)
    .execute();
  return processDue(services, lifting, due, (_, id) => liftOne(services, id));
}

/** Checks again under the lock: an admin may have extended the ban, or another process may have lifted it. */
function liftOne({ database, audit, clock }: Services, id: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, user, [id]);
    const until = row?.ban_until;
    if (row?.status !== 'banned' || typeof until !== 'number' || until > clock()) return false;
    const cells = { status: 'active', ban_reason: null, ban_until: null };
    await changeRecord(tx, database.dialect, user, row, cells, { by: null, at: clock() });
    await audit.append(tx, null, createChangedDraft(user, 'liftBan', row, cells));
    return true;
  });
}

/** Maximum number of invites that one ban settles; users with more are left to the bulk action on invites. */
const maxInvites = 500;

/** Granted rewards are reclaimed; open ones are rejected. */
const granted = 'granted';
const open: readonly string[] = ['registered', 'pending', 'review'];

/** Ends the access of a user: signs them out everywhere, and reclaims the rewards of their invites on request. */
export const ban: Operation<'users'> = {
  undo: { fields: ['status', 'banReason', 'banUntil'] },
  async run(call) {
    const { tx, services, caller, resource, input } = call;
    const { dialect } = services.database;
    const settled = input.reclaimInvites === true ? await reclaimInvites(call) : [];
    const ids = [Number(call.id)];
    const ends = {
      reason: String(input.banReason),
      until: typeof input.banUntil === 'number' ? input.banUntil : null,
    };
    const bans = await banPeople({ tx, dialect }, ids, ends, { by: caller.actor.id, at: services.clock() });
    // Read again, because the balances may have changed with the invites.
    const [row = {}] = await lockRows(tx, dialect, resource, ids);
    return { data: await presentRow(services, tx, resource, row, caller), audit: [...settled, ...bans] };
  },
};

/** In ID order, like every action that settles several invites. */
async function reclaimInvites(call: OperationCall<'users'>): Promise<AuditDraft[]> {
  const { tx, services, caller, input } = call;
  const { dialect } = services.database;
  const scope: TxContext = { tx, dialect, at: services.clock() };
  const by = caller.actor.id;
  const reason = String(input.banReason);
  const settle = async (invite: RowOf<'invite_records'>) => {
    if (invite.status !== granted)
      return changeInvite(scope, invite, 'reject', { status: 'rejected', reason, settled_at: scope.at }, by);
    return reverseInvite(scope, invite, { action: 'reverse', operator: { kind: 'admin', id: by }, by }, reason);
  };
  const ids = (await getInvites(call)).map((invite) => invite.id);
  const audit: AuditDraft[] = [];
  for (const invite of await lockRows(tx, dialect, inviteRecord, ids)) {
    if (invite.status === granted || open.includes(invite.status)) audit.push((await settle(invite)).audit);
  }
  return audit;
}

const getInvites = ({ tx, id }: OperationCall<'users'>): Promise<RowOf<'invite_records'>[]> =>
  tx
    .selectFrom('invite_records')
    .selectAll()
    .where('inviter_id', '=', Number(id))
    .where('status', 'in', [granted, ...open] as Column<'invite_records', 'status'>[])
    .orderBy('id')
    .limit(maxInvites)
    .execute();

/** Previews what a ban would reclaim of the user's invite rewards, and how much of it is spent. Changes nothing. */
export const previewReclaim: Operation<'users'> = {
  async run(call) {
    const found = await getInvites(call);
    const given = found.filter(({ status }) => status === granted);
    const sum = { coin: 0, compute: 0, coinShort: 0, computeShort: 0 };
    const backOf = await createReversibleCheck(call, given);
    for (const invite of given) {
      const asset = invite.asset === 'compute' ? 'compute' : 'coin';
      for (const { taken, short } of Object.values(backOf(invite))) {
        sum[asset] += taken;
        sum[`${asset}Short`] += short;
      }
    }
    return { data: { id: Number(call.id), invites: given.length, rejected: found.length - given.length, ...sum } };
  },
};
