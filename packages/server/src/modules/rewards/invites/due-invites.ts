import { inviteRecord } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import type { Row } from '../../../platform/store/database.ts';
import { lockRows } from '../../../platform/store/records.ts';
import type { TxContext } from '../../ledger/posting.ts';
import { changeInvite, type InviteChange, toRiskCells } from './invite-rows.ts';
import { grantInvite } from './settle-invite.ts';

const atOnce = 200;
const granting = { resource: inviteRecord, action: 'grantDue' };
const bySystem = { action: 'grantDue', operator: { kind: 'system', id: null }, by: null } as const;

/** Grants the rewards that have cooled off, each in a transaction of its own. Gives how many were settled. */
export async function grantDueInvites(services: Services): Promise<number> {
  const { database, clock } = services;
  const due = await database.read
    .selectFrom('invite_records')
    .select('id')
    .where('status', '=', 'pending')
    .where('due_at', '<=', clock())
    .where(isRetryDue(granting, clock(), 'invite_records.id'))
    .orderBy('due_at')
    .limit(atOnce)
    .execute();
  return processDue(services, granting, due, (_, id) => settleOne(services, id));
}

/** Looks again under the lock: somebody may have rejected it, or been faster. */
function settleOne({ database, audit, clock }: Services, id: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, inviteRecord, [id]);
    const at = clock();
    if (row?.status !== 'pending' || Number(row.due_at) > at) return false;
    const change = await settle({ tx, dialect: database.dialect, at }, row);
    await audit.append(tx, null, change.audit);
    return true;
  });
}

/** Somebody who has been banned meanwhile gets nothing by itself. */
async function settle(scope: TxContext, row: Row): Promise<InviteChange> {
  if (await areActive(scope, row)) return grantInvite(scope, row, bySystem);
  return changeInvite(scope, row, 'flag', { ...toRiskCells(row, ['inactive']), status: 'review' }, null);
}

async function areActive({ tx }: TxContext, row: Row): Promise<boolean> {
  const active = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [row.inviter_id, row.invitee_id])
    .where('status', '=', 'active')
    .execute();
  return active.length === 2;
}
