import { publishDueNotices } from '../../../server/src/modules/content/publish-notice.ts';
import { announcements } from '../content/announcements.ts';
import { type Article, chineseParts, englishParts, markdownOf } from '../content/article.ts';
import { accountArticles } from '../content/articles-account.ts';
import { featureArticles } from '../content/articles-features.ts';
import { ruleArticles } from '../content/articles-rules.ts';
import { startArticles } from '../content/articles-start.ts';
import type { Scene, Script } from '../scene.ts';

interface Made {
  readonly id: number;
}

const hourMs = 3_600_000;
const articles: readonly Article[] = [...startArticles, ...featureArticles, ...accountArticles, ...ruleArticles];

/** Help articles from two months: most are published, some are drafts, some were unpublished. */
export function docScenes({ stage, cast, activity, days }: Script): Scene[] {
  const writer = cast.named('emma.brown');
  return articles.map((article, index) => ({
    at: activity.work(Math.floor((index * (days - 5)) / articles.length)),
    play: async () => {
      const { slug, category, tags, zh, en } = article;
      // The newest articles are not translated yet.
      const isTranslated = index < articles.length - 4;
      const body = {
        ...{ slug, category, tags, title: zh.title, content: markdownOf(zh, chineseParts) },
        ...(isTranslated ? { titleEn: en.title, contentEn: markdownOf(en, englishParts) } : {}),
        sort: (index + 1) * 10,
        pinned: index < 2,
      };
      const { id } = await stage.call<Made>('/help-doc/create', body, writer);
      if (index % 12 === 11 || !isTranslated) return;
      stage.moveTo(stage.now() + hourMs / 2);
      await stage.call('/help-doc/publish', { id }, cast.named('wang.fang'));
      if (index % 12 === 7) await stage.call('/help-doc/unpublish', { id }, cast.owner);
    },
  }));
}

/** Announcements in every state: drafts, scheduled, published, expired and unpublished. */
export function noticeScenes({ stage, cast, activity, days }: Script): Scene[] {
  const editor = cast.named('wang.fang');
  const last = announcements.length - 1;
  const run = (name: string, id: number, values: object = {}) =>
    stage.call(`/notice/${name}`, { id, ...values }, editor);

  const play = async (index: number) => {
    const dayMs = 24 * hourMs;
    const { type, ...words } = announcements[index] ?? announcements[0] ?? { type: 'notice' };
    const audience = type === 'activity' ? ['all', 'vip', 'new'][index % 3] : 'all';
    const planned = stage.now() + 2 * hourMs;
    const isToCome = index > last - 6;
    const ends = !isToCome && (type === 'activity' || type === 'maintenance');
    const end = ends ? { endAt: planned + 7 * dayMs } : {};
    const body = { type, ...words, ...end, audience, pinned: index === 3, dismissible: type !== 'maintenance' };
    const { id } = await stage.call<Made>('/notice/create', body, editor);
    // The last ones are drafts, or scheduled for the coming days.
    if (index > last - 3) return;
    if (isToCome) {
      await run('schedule', id, { startAt: activity.end + (last - index) * 6 * hourMs });
    } else if (index % 5 === 2) {
      await run('schedule', id, { startAt: planned });
      stage.moveTo(planned);
      await publishDueNotices(stage.foundation);
    } else {
      await run('publish', id);
      if (index % 9 === 4) await run('unpublish', id);
    }
  };
  return announcements.map((_, index) => ({
    at: activity.work(Math.floor((index * (days - 2)) / announcements.length)),
    play: () => play(index),
  }));
}
