import { user } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createChangedDraft } from '../../platform/engine/changes.ts';
import { isRetryDue, processDue } from '../../platform/jobs/sweep.ts';
import { changeRecord, lockRows } from '../../platform/store/records.ts';

const atOnce = 200;
const lifting = { resource: user, action: 'liftBan' };

/** Ends bans whose time is over, each in a transaction of its own. Gives how many. */
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

/** Looks again under the lock: somebody may have prolonged it, or been faster. */
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
