import { notice, tableName } from '@gantry/core';
import type { Services } from '../../context.ts';
import { noticePublished } from '../../notifications/matters.ts';
import { notify } from '../../notifications/notify.ts';
import { lockRows } from '../../store/records.ts';
import { moveRecord } from './move-record.ts';

/** The action of the definition that the system runs. */
const action = 'publishDue';
const table = tableName(notice.name);
const atOnce = 100;

/** Publishes the announcements whose time has come, each in a transaction of its own. Answers how many. */
export async function publishDueNotices(services: Services): Promise<number> {
  const { database, clock } = services;
  const due = await database.read
    .selectFrom(table)
    .select('id')
    .where('status', 'in', [...notice.actions.publishDue.from])
    .where('start_at', '<=', clock())
    .orderBy('start_at')
    .limit(atOnce)
    .execute();
  let published = 0;
  for (const { id } of due) if (await publishOne(services, Number(id))) published += 1;
  return published;
}

/** Looks again under the lock: somebody may have withdrawn it, or moved its time, or another process was faster. */
async function publishOne(services: Services, id: number): Promise<boolean> {
  const { database, audit, clock } = services;
  return database.transaction(async (tx) => {
    const [row] = await lockRows(tx, database.dialect, notice, [id]);
    const isDue =
      row !== undefined &&
      (notice.actions.publishDue.from as readonly unknown[]).includes(row.status) &&
      Number(row.start_at) <= clock();
    if (!isDue) return false;
    const moved = await moveRecord({ services, resource: notice, action, tx, row, by: null }, {});
    await audit.append(tx, null, moved.audit);
    await notify(tx, clock, noticePublished(id, Number(moved.after.version), String(row.title)));
    return true;
  });
}
