import type { Actor } from '@gantry/core';
import { fullAccess } from '@gantry/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseKinds, type TestDatabase } from '../../../test/test-database.ts';
import { createAdminLockedNotification } from '../../modules/auth/sign-in.ts';
import { createAuditBrokenNotification } from '../../modules/auth/verify-audit.ts';
import { createNoticePublishedNotification } from '../../modules/content/publish-notice.ts';
import { createViolationNotification } from '../../modules/moderation/word-check.ts';
import { clearUntil, countUnread, listNewest, markRead, pruneOld, retentionMs } from './inbox.ts';
import { createImportFailedNotification, type Notification } from './notification-types.ts';
import { notify } from './notify.ts';

const ada: Actor = { id: 1, name: 'ada', role: 'admin', permissionSet: fullAccess };
const bob: Actor = { id: 2, name: 'bob', role: 'user', permissionSet: fullAccess };
const words = { name: 'bannedWord', path: '/ai/ai_limit_text' };

describe.each(databaseKinds)('the inbox on %s', (kind) => {
  let testDatabase: TestDatabase;
  let now = 1_000_000;
  beforeEach(async () => {
    testDatabase = await createTestDatabase(kind);
    now = 1_000_000;
  });
  afterEach(() => testDatabase.drop());
  const raise = (notification: Notification, times = 1) =>
    testDatabase.database.transaction((tx) => notify(tx, () => now, notification, times));
  const read = (actor: Actor, id: number | null = null, type: string | null = null) =>
    testDatabase.database.transaction((tx) => markRead(tx, actor, now, { id, type }));
  const getEvents = async (actor: Actor) =>
    (await listNewest(testDatabase.database, actor, now, 10)).map(({ event }) => event);

  it('shows each admin their own notifications, newest first', async () => {
    await raise(createNoticePublishedNotification(4, 2, '周日维护'));
    now += 1;
    await raise(createAdminLockedNotification({ id: 9, name: 'eve', ip: '10.0.0.9' }, 5));
    now += 1;
    await raise(createImportFailedNotification(bob.id, words, now));
    expect(await getEvents(ada)).toEqual(['adminLocked', 'noticePublished']);
    expect(await getEvents(bob)).toEqual(['importFailed', 'noticePublished']);
  });

  it('counts the unread notifications of each type', async () => {
    await raise(createViolationNotification(['加微信']));
    await raise(createViolationNotification(['刷单']));
    await raise(createAuditBrokenNotification(17));
    expect(await countUnread(testDatabase.database, ada, now)).toEqual({ message: 1, notice: 0, todo: 1 });
    expect(await read(ada, null, 'todo')).toBe(1);
    expect(await countUnread(testDatabase.database, ada, now)).toEqual({ message: 1, notice: 0, todo: 0 });
    expect(await countUnread(testDatabase.database, bob, now)).toEqual({ message: 0, notice: 0, todo: 1 });
    expect(await read(ada)).toBe(1);
    expect(await read(ada)).toBe(0);
  });

  it('raises a notification that happens again, unread for everyone', async () => {
    await raise(createViolationNotification(['加微信']), 2);
    await read(ada);
    now += 10;
    await raise(createViolationNotification(['刷单']));
    const [notification, ...others] = await listNewest(testDatabase.database, ada, now, 10);
    expect(others).toEqual([]);
    expect(notification).toMatchObject({ happened: 3, params: { words: '刷单' }, isRead: false, at: now });
  });

  it('raises one notification for ten concurrent events', async () => {
    await Promise.all(Array.from({ length: 10 }, () => raise(createViolationNotification(['a']))));
    expect(await listNewest(testDatabase.database, ada, now, 10)).toMatchObject([{ happened: 10 }]);
  });

  it('does not let an admin mark a notification of others', async () => {
    await raise(createAuditBrokenNotification(17));
    const [notification] = await listNewest(testDatabase.database, ada, now, 10);
    expect(await read(bob, notification?.id ?? 0)).toBe(0);
    expect(await countUnread(testDatabase.database, ada, now)).toMatchObject({ message: 1 });
  });

  it('clears one type for one admin up to a time, until it happens again', async () => {
    const clear = (actor: Actor, type: string, until: number) =>
      testDatabase.database.transaction((tx) => clearUntil(tx, actor, now, { type, until }));
    await raise(createViolationNotification(['加微信']));
    await raise(createAuditBrokenNotification(17));
    const seen = now;
    now += 1;
    await raise(createNoticePublishedNotification(4, 2, '周日维护'));
    await raise(createAdminLockedNotification({ id: 9, name: 'eve', ip: '10.0.0.9' }, 5));
    expect(await clear(ada, 'message', seen)).toBe(0);
    expect((await getEvents(ada)).sort()).toEqual(['adminLocked', 'noticePublished', 'violationOpened']);
    expect(await countUnread(testDatabase.database, ada, now)).toEqual({ message: 1, notice: 1, todo: 1 });
    expect(await clear(ada, 'todo', now + 1_000)).toBe(0);
    expect(await getEvents(ada)).not.toContain('violationOpened');
    expect(await getEvents(bob)).toContain('violationOpened');
    now += 1;
    await raise(createViolationNotification(['刷单']));
    expect(await getEvents(ada)).toContain('violationOpened');
    expect(await clear(ada, 'message', 0)).toBe(seen);
    expect(await getEvents(ada)).toContain('auditBroken');
  });

  it('prunes notifications older than three months with their marks', async () => {
    await raise(createAuditBrokenNotification(17));
    await read(ada);
    now += retentionMs;
    await testDatabase.database.transaction((tx) => pruneOld(tx, now));
    expect(await testDatabase.database.read.selectFrom('notifications').selectAll().execute()).toEqual([]);
    expect(await testDatabase.database.read.selectFrom('notification_marks').selectAll().execute()).toEqual([]);
  });
});

describe('a notification', () => {
  it('links to the filtered list in the format of the console', () => {
    const { route } = createViolationNotification([]);
    const url = new URL(route ?? '', 'http://console');
    expect(url.pathname).toBe('/ai/ai_limit_text');
    expect(url.searchParams.get('tab')).toBe('violation-log');
    expect(url.searchParams.get('f')).toBe('{"handled":["open"]}');
  });
});
