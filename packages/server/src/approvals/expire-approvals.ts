import { approval } from '@gantry/core';
import type { Services } from '../context.ts';
import { changedDraft } from '../resources/changes.ts';
import { changeRecord, lockRows } from '../store/records.ts';

const atOnce = 200;

/** Ends approvals that nobody gave in time, each in a transaction of its own. Gives how many. */
export async function expireApprovals(services: Services): Promise<number> {
  const { database, clock } = services;
  const due = await database.read
    .selectFrom('approvals')
    .select('id')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', clock())
    .orderBy('id')
    .limit(atOnce)
    .execute();
  let ended = 0;
  for (const { id } of due) if (await expireOne(services, Number(id))) ended += 1;
  return ended;
}

function expireOne({ database, audit, clock }: Services, id: number): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, approval, [id]);
    if (row?.status !== 'pending') return false;
    const cells = { status: 'expired' };
    await changeRecord(tx, database.dialect, approval, row, cells, { by: null, at: clock() });
    await audit.append(tx, null, changedDraft(approval, 'expire', row, cells));
    return true;
  });
}
