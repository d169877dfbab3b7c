import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOperationHarness, type OperationHarness } from '../../../test/operation-harness.ts';
import { databaseKinds } from '../../../test/test-database.ts';
import { anAdmin } from '../../../test/test-engine.ts';
import { createImportFailedNotification } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { createPanelWords } from '../../platform/notifications/panel-words.ts';
import { createAuditBrokenNotification } from '../auth/verify-audit.ts';
import { createViolationNotification } from '../moderation/word-check.ts';
import { buildMessagePanelAnswer } from './workplace-calls.ts';

describe.each(databaseKinds)('message panel on %s', (kind) => {
  let harness: OperationHarness;
  beforeEach(async () => {
    harness = await createOperationHarness(kind);
  });
  afterEach(() => harness.drop());
  const report = (notification: Parameters<typeof notify>[2], times = 1) =>
    harness.database.transaction((tx) => notify(tx, harness.services.clock, notification, times));
  const prompt = (locale: 'zh-CN' | 'en-US', limit = 10) =>
    buildMessagePanelAnswer(
      harness.services,
      { ...anAdmin, locale },
      { timeZone: 'Asia/Shanghai', t: createPanelWords()[locale], now: harness.engine.now, limit, backupDays: 7 },
    );

  it('returns notifications in the reader’s language and the site’s time zone', async () => {
    await report(
      createImportFailedNotification(
        anAdmin.actor.id,
        { name: 'bannedWord', path: '/ai/ai_limit_text' },
        harness.engine.now,
      ),
      12,
    );
    const [chinese, english] = [await prompt('zh-CN'), await prompt('en-US')];
    expect(chinese.messages).toEqual([
      {
        id: 1,
        type: 'message',
        title: '导入完成，部分行失败',
        subTitle: '违禁词',
        avatar: '',
        content: '12 行没有导入，请在导入结果中查看原因',
        time: '2026-01-01 08:00:00',
        messageType: 0,
        status: 0,
        severity: 'warn',
        route: '/ai/ai_limit_text?tab=banned-word',
      },
    ]);
    expect(english.messages[0]).toMatchObject({ title: 'Import finished with failures', subTitle: 'Banned word' });
    expect(english.unread).toEqual({ message: 1, notice: 0, todo: 0 });
  });

  it('lists the kinds of pending work with counts and links', async () => {
    await harness.call('/banned-word/create', { word: '坏词' });
    for (const userId of [1, 2]) await harness.call('/banned-word/check', { text: '坏词', userId });
    await harness.call('/notice/create', { title: '草稿', content: '内容' });
    const { todos, messages } = await prompt('en-US');
    expect(todos.map(({ key, label, count }) => [key, label, count])).toEqual([
      ['violationsOpen', 'Violations to handle', 2],
      ['noticesDraft', 'Announcements in draft', 1],
    ]);
    expect(new URL(todos[1]?.route ?? '', 'http://console').searchParams.get('f')).toBe('{"status":["draft"]}');
    expect(messages).toMatchObject([{ type: 'todo', subTitle: '2 open', content: 'Last match: 坏词' }]);
  });

  it('omits kinds without pending work, and returns at most the requested number', async () => {
    await report(createViolationNotification(['a']));
    harness.engine.now += 1;
    await report(createAuditBrokenNotification(9));
    const { todos, messages, unread } = await prompt('en-US', 1);
    expect(todos).toEqual([]);
    expect(messages).toMatchObject([{ title: 'Audit log verification failed', severity: 'critical' }]);
    expect(unread).toEqual({ message: 1, notice: 0, todo: 1 });
  });
});
