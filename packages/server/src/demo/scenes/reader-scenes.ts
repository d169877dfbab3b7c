import { readUserIds, userAt } from '../known-users.ts';
import type { Platform } from '../platform.ts';
import type { Scene, Script } from '../scene.ts';

const visitsADay = 6;

/** People open their announcements and the help centre, and some say whether it helped. */
export function readerScenes({ stage, random, rhythm, days }: Script, platform: Platform): Scene[] {
  const readNews = async (userId: number) => {
    const news = await platform.call('newsNotices', { userId });
    const noticeIds = (news?.items ?? []).filter(({ isRead }) => !isRead).map(({ id }) => id);
    if (noticeIds.length > 0) await platform.call('newsRead', { userId, noticeIds });
  };
  const readHelp = async (userId: number) => {
    const docs = (await platform.call('catalogueList', { kind: 'helpDocs' }))?.items ?? [];
    if (docs.length === 0) return;
    // The first ones are read most.
    const doc = docs[Math.floor(random.next() ** 2 * docs.length)];
    if (!doc) return;
    await platform.call('catalogueCount', { uses: [{ kind: 'helpDocs', id: doc.id, uses: random.whole(5, 40) }] });
    if (random.chance(0.4)) await platform.call('newsRate', { userId, docId: doc.id, isHelpful: random.chance(0.8) });
  };
  return Array.from({ length: visitsADay * days }, () => ({
    at: rhythm.visit(),
    play: async () => {
      const ids = await readUserIds(stage);
      if (ids.length === 0) return;
      const userId = userAt(ids, random.whole(1, 600));
      await readNews(userId);
      await readHelp(userId);
    },
  }));
}
