import { ApiError, type Locale, type NewsNotice, type NewsNoticesAnswer } from '@gantry/core';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Column, Reader, RowOf, Tables } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { getCurrentMembership, type MembershipRules } from '../../memberships/index.ts';

const maxShown = 100;
/** How long a user counts as new after the registration. */
const newForMs = 7 * 86_400_000;

export interface NoticeQuery {
  readonly userId: number | null;
  /** Null shows what is for any platform. */
  readonly platform: string | null;
  readonly locale: Locale;
  /** UTC ms. */
  readonly at: number;
}

/** The present announcements for a user. */
export async function listNotices(
  read: Reader,
  options: NoticeQuery,
  rules: MembershipRules,
): Promise<NewsNoticesAnswer> {
  const audiences = await getAudiences(read, options, rules);
  const rows = await read
    .selectFrom('notices')
    .selectAll()
    .where('status', '=', 'published')
    .where((where) =>
      where.or([
        where('audience', 'in', audiences as Column<'notices', 'audience'>[]),
        isSentTo(where, options.userId),
      ]),
    )
    .where(({ eb, or }) => or([eb('start_at', 'is', null), eb('start_at', '<=', options.at)]))
    .where(({ eb, or }) => or([eb('end_at', 'is', null), eb('end_at', '>', options.at)]))
    .where(onPlatform(options.platform))
    .orderBy('pinned', 'desc')
    .orderBy('start_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  const known = await readBy(read, options.userId, rows);
  const items = rows.map((row) => toNotice(row, options.locale, known.has(row.id)));
  return { items, unread: items.filter(({ isRead }) => !isRead).length };
}

async function getAudiences(read: Reader, { userId, at }: NoticeQuery, rules: MembershipRules): Promise<string[]> {
  if (userId === null) return ['all'];
  const came = await getRegisteredAt(read, userId);
  const membership = await getCurrentMembership({ tx: read, at }, rules, userId);
  return ['all', membership ? 'vip' : 'nonVip', ...(at - came < newForMs ? ['new'] : [])];
}

/** Sent to one user. */
function isSentTo(where: ExpressionBuilder<Tables, 'notices'>, userId: number | null) {
  const sent = where
    .selectFrom('notice_recipients')
    .select('notice_recipients.id')
    .where('notice_recipients.user_id', '=', userId ?? 0)
    .whereRef('notice_recipients.notice_id', '=', 'notices.id');
  return where.and([where('audience', '=', 'chosen'), where.exists(sent)]);
}

/** Platforms of clients that identify themselves only as an app. */
const installed = ['android', 'ios', 'desktop'];

/** The selected platforms are stored as a list of names, which need no escaping; an empty list means all. */
function onPlatform(platform: string | null) {
  if (platform === null) return sql<boolean>`1 = 1`;
  const named = (platform === 'app' ? installed : [platform]).map((one) => sql`platforms like ${`%"${one}"%`}`);
  return sql<boolean>`(platforms is null or platforms = '[]' or ${sql.join(named, sql` or `)})`;
}

async function readBy(
  read: Reader,
  userId: number | null,
  shown: readonly RowOf<'notices'>[],
): Promise<ReadonlySet<number>> {
  if (userId === null || shown.length === 0) return new Set();
  const ids = shown.map(({ id }) => id);
  const rows = await read
    .selectFrom('notice_reads')
    .select('notice_id')
    .where('user_id', '=', userId)
    .where('notice_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.notice_id));
}

/** In the requested language, if the announcement was written in it. */
function toNotice(row: RowOf<'notices'>, locale: Locale, isRead: boolean): NewsNotice {
  const inEnglish = locale === 'en-US';
  const pickText = (name: 'title' | 'content') => (inEnglish ? row[`${name}_en`] : null) ?? row[name];
  const getMoment = (value: unknown) => (value === null ? null : Number(value));
  return {
    id: row.id,
    title: pickText('title'),
    content: pickText('content'),
    type: row.type,
    level: row.level,
    display: row.display,
    popupFrequency: row.popup_frequency,
    dismissible: row.dismissible === 1,
    pinned: row.pinned === 1,
    startAt: getMoment(row.start_at),
    endAt: getMoment(row.end_at),
    isRead,
  };
}

/** Records that a user has read announcements, except unpublished ones. Returns how many were unread before. */
export async function readNotices({ tx, at }: TxContext, userId: number, ids: readonly number[]): Promise<number> {
  await getRegisteredAt(tx, userId);
  const wanted = [...new Set(ids)].sort((one, other) => one - other);
  const rows = await tx
    .selectFrom('notices')
    .select('id')
    .where('id', 'in', wanted)
    .where('status', '=', 'published')
    .orderBy('id')
    .execute();
  let read = 0;
  for (const { id } of rows) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('notice_reads')
      .values({ notice_id: id, user_id: userId, created_at: at })
      .onConflict((conflict) => conflict.columns(['notice_id', 'user_id']).doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) continue;
    read += 1;
    // Reading does not change the announcement, so its version stays the same.
    await tx.updateTable('notices').set({ read_count: sql`read_count + 1` }).where('id', '=', id).execute();
  }
  return read;
}

/** When a user registered, in UTC ms. Rejects the id of an unknown or erased user. */
export async function getRegisteredAt(reads: Reader, userId: number): Promise<number> {
  const row = await reads
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', userId)
    .where('status', '!=', 'deleted')
    .executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return row.created_at;
}
