import { type Actor, allScreens, canOpen, hasAllAreas } from '@gantry/core';
import { sql } from 'kysely';
import type { Database, Reader, Row, RowOf, Tx } from '../store/database.ts';

/** A notification as one admin sees it. */
export interface InboxItem {
  readonly id: number;
  readonly type: 'message' | 'notice' | 'todo';
  readonly event: string;
  readonly severity: 'info' | 'warn' | 'critical';
  readonly happened: number;
  readonly params: Readonly<Record<string, string | number>>;
  readonly route: string | null;
  readonly at: number;
  readonly isRead: boolean;
}

export type UnreadCounts = { readonly message: number; readonly notice: number; readonly todo: number };

/** How long notifications are shown, in ms; older ones are pruned. */
export const retentionMs = 90 * 24 * 3_600_000;

const isRead = sql<number>`case when mark.read_at >= reported.updated_at then 1 else 0 end`;

/** Events that every admin sees, even without access to the page that handles them. */
const visibleToAll = ['clientScopesGranted'];

/** Returns the condition that the admin may open the page of a notification. It is always true for admins with full access. */
function isReachable(actor: Actor) {
  if (hasAllAreas(actor)) return sql<boolean>`1 = 1`;
  const path = sql<string>`reported.route`;
  const paths = allScreens.filter((screen) => canOpen(actor, screen)).map((screen) => screen.path);
  const positions = paths.map(
    (screenPath) => sql`${path} = ${screenPath} or substr(${path}, 1, ${screenPath.length + 1}) = ${`${screenPath}?`}`,
  );
  const always = sql`reported.event in (${sql.join(visibleToAll)})`;
  return sql<boolean>`(${path} is null or ${always} or ${sql.join(positions, sql` or `)})`;
}

/** Returns the query of an admin's notifications, with the time when they were read. */
function queryForAdmin(read: Reader, actor: Actor, now: number) {
  return read
    .selectFrom('notifications as reported')
    .leftJoin('notification_marks as mark', (join) =>
      join.onRef('mark.notification_id', '=', 'reported.id').on('mark.admin_id', '=', actor.id),
    )
    .leftJoin('notification_clears as cleared', (join) =>
      join.onRef('cleared.type', '=', 'reported.type').on('cleared.admin_id', '=', actor.id),
    )
    .where('reported.updated_at', '>', now - retentionMs)
    .where((eb) => eb.or([eb('cleared.until', 'is', null), eb('reported.updated_at', '>', eb.ref('cleared.until'))]))
    .where(isReachable(actor))
    .where((eb) =>
      eb.or([
        eb('reported.audience', '=', 'everyone'),
        ...(actor.role === 'admin' ? [eb('reported.audience', '=', 'admins')] : []),
        eb('reported.admin_id', '=', actor.id),
      ]),
    );
}

type InboxRow = Pick<
  RowOf<'notifications'>,
  'id' | 'type' | 'event' | 'severity' | 'happened' | 'params' | 'route' | 'updated_at'
> & { readonly is_read: number };

function toInboxItem(row: InboxRow): InboxItem {
  return {
    id: row.id,
    type: row.type as InboxItem['type'],
    event: row.event,
    severity: row.severity as InboxItem['severity'],
    happened: row.happened,
    params: JSON.parse(row.params) as InboxItem['params'],
    route: row.route,
    at: row.updated_at,
    isRead: row.is_read === 1,
  };
}

/** Returns the newest notifications of an admin, read and unread. */
export async function listNewest(
  { read }: Pick<Database, 'read'>,
  actor: Actor,
  now: number,
  limit: number,
): Promise<InboxItem[]> {
  const rows = await queryForAdmin(read, actor, now)
    .selectAll('reported')
    .select(isRead.as('is_read'))
    .orderBy('reported.updated_at', 'desc')
    .orderBy('reported.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toInboxItem(row));
}

export async function countUnread({ read }: Pick<Database, 'read'>, actor: Actor, now: number): Promise<UnreadCounts> {
  const rows = await queryForAdmin(read, actor, now)
    .select(['reported.type', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isRead, '=', 0)
    .groupBy('reported.type')
    .execute();
  const counts = new Map(rows.map((row) => [row.type, row.count]));
  return {
    message: counts.get('message') ?? 0,
    notice: counts.get('notice') ?? 0,
    todo: counts.get('todo') ?? 0,
  };
}

/** Which notifications of an admin to mark: one, all of a type, or all. */
export interface ToMark {
  readonly id: number | null;
  readonly type: string | null;
}

/** Marks notifications of the admin as read; returns how many were unread. */
export async function markRead(tx: Tx, actor: Actor, now: number, which: ToMark): Promise<number> {
  let unread = queryForAdmin(tx, actor, now).select('reported.id').where(isRead, '=', 0);
  if (which.id !== null) unread = unread.where('reported.id', '=', which.id);
  if (which.type !== null) unread = unread.where('reported.type', '=', which.type);
  const rows = await unread.execute();
  if (rows.length === 0) return 0;
  const marks = rows.map((row) => ({ notification_id: row.id, admin_id: actor.id, read_at: now }));
  await tx
    .insertInto('notification_marks')
    .values(marks)
    .onConflict((conflict) =>
      conflict.columns(['notification_id', 'admin_id']).doUpdateSet({ read_at: sql`excluded.read_at` }),
    )
    .execute();
  return rows.length;
}

/** Up to which time the notifications of a type are cleared, in UTC ms. */
export interface ToClear {
  readonly type: string;
  readonly until: number;
}

/**
 * Clears the notifications of one type for an admin; later occurrences are shown again. Returns the previous time, with which the
 * caller can undo this.
 */
export async function clearUntil(tx: Tx, actor: Actor, now: number, { type, until }: ToClear): Promise<number> {
  const key = { admin_id: actor.id, type };
  const before = await tx
    .selectFrom('notification_clears')
    .select('until')
    .where('admin_id', '=', actor.id)
    .where('type', '=', type)
    .executeTakeFirst();
  await tx
    .insertInto('notification_clears')
    // Not beyond now, so that future notifications are shown.
    .values({ ...key, until: Math.min(until, now) })
    .onConflict((conflict) => conflict.columns(['admin_id', 'type']).doUpdateSet({ until: sql`excluded.until` }))
    .execute();
  return Number((before as Row | undefined)?.until ?? 0);
}

/** Deletes notifications that are not shown any longer, with their marks. */
export async function pruneOld(tx: Tx, now: number): Promise<void> {
  const old = tx
    .selectFrom('notifications')
    .select('id')
    .where('updated_at', '<=', now - retentionMs);
  await tx.deleteFrom('notification_marks').where('notification_id', 'in', old).execute();
  await tx
    .deleteFrom('notifications')
    .where('updated_at', '<=', now - retentionMs)
    .execute();
}
