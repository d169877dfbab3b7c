import { approval } from '@gantry/core';
import type { Services } from '../../../platform/context/context.ts';
import { createChangedDraft } from '../../../platform/engine/changes.ts';
import { isRetryDue, processDue } from '../../../platform/jobs/sweep.ts';
import { changeRecord, lockRows } from '../../../platform/store/records.ts';

const atOnce = 200;
const expiring = { resource: approval, action: 'expire' };

/** Expires approvals that were not decided in time, each in its own transaction. Returns how many. */
export async function expireApprovals(services: Services): Promise<number> {
  const { database, clock } = services;
  const due = await database.read
    .selectFrom('approvals')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', clock())
    .where(isRetryDue(expiring, clock(), 'approvals.id'))
    .orderBy('id')
    .limit(atOnce)
    .execute();
  return processDue(services, expiring, due, (_, id) => expireOne(services, id));
}

function expireOne({ database, audit, clock }: Services, id: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, approval, [id]);
    if (row?.status !== 'pending') return false;
    const cells = { status: 'expired' };
    await changeRecord(tx, database.dialect, approval, row, cells, { by: null, at: clock() });
    await audit.append(tx, null, createChangedDraft(approval, 'expire', row, cells));
    return true;
  });
}
