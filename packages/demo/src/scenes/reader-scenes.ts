import { readUserIds, userAt } from '../known-users.ts';
import type { Platform } from '../platform.ts';
import type { Scene, Script } from '../scene.ts';

const visitsADay = 3;

/** Users read announcements and help articles; some rate whether an article was helpful. */
export function readerScenes({ stage, cast, random, activity, days }: Script, platform: Platform): Scene[] {
  const editor = cast.named('wang.fang');
  const readNews = async (userId: number) => {
    const news = await platform.call('newsNotices', { userId });
    const noticeIds = (news?.items ?? []).filter(({ isRead }) => !isRead).map(({ id }) => id);
    if (noticeIds.length > 0) await platform.call('newsRead', { userId, noticeIds });
  };
  const readHelp = async (userId: number) => {
    const docs = (await platform.call('catalogueList', { kind: 'helpDocs' }))?.items ?? [];
    if (docs.length === 0) return;
    // The first articles are read most.
    const doc = docs[Math.floor(random.next() ** 2 * docs.length)];
    if (!doc) return;
    await platform.call('catalogueCount', { uses: [{ kind: 'helpDocs', id: doc.id, uses: random.integer(5, 40) }] });
    if (random.chance(0.4)) await platform.call('newsRate', { userId, docId: doc.id, isHelpful: random.chance(0.8) });
  };
  const makeUp = async () => {
    const body = {
      title: '积分补偿说明',
      titleEn: 'About the credits that you got back',
      content: '昨晚的故障影响了您的任务，扣除的积分已经退回。',
      contentEn: 'Last night’s fault stopped your task; what it cost was given back.',
      type: 'notice',
      audience: 'chosen',
    };
    const { id } = await stage.call<{ id: number }>('/notice/create', body, editor);
    await stage.call('/notice/publish', { id }, editor);
    const ids = (await readUserIds(stage)).slice(0, 12);
    await stage.call('/user/batch', { action: 'sendNotice', ids, params: { noticeId: id } }, editor);
  };
  const visits = Array.from({ length: visitsADay * days }, () => ({
    at: activity.visit(),
    play: async () => {
      const ids = await readUserIds(stage);
      if (ids.length === 0) return;
      const userId = userAt(ids, random.integer(1, 600));
      await readNews(userId);
      await readHelp(userId);
    },
  }));
  return [...visits, { at: activity.work(Math.floor(days / 2)), play: makeUp }];
}
