import { cards, clients, courses, menus } from '../content/learning.ts';
import type { Scene, Script } from '../scene.ts';
import { createMaker } from './catalog-scenes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The cards of the app and course centers, and the menu of users. */
export function frontScenes(script: Script): Scene[] {
  const { make, run } = createMaker(script);
  const { cast, activity, days } = script;
  const editor = cast.named('wang.fang');
  const showCards = async () => {
    for (const [at, [title, titleEn, type, category, linkKind, link, badge]] of cards.entries()) {
      const body = { title, titleEn, type, category, linkKind, link, badge, isHot: badge === '热', tags: [] };
      const id = await make('ai-tech', body, at, editor);
      if (at === cards.length - 1)
        await run('ai-tech', 'schedule', { id, publishAt: activity.end + 2 * dayMs }, editor);
      else if (at !== cards.length - 2) await run('ai-tech', 'publish', { id }, editor);
    }
  };
  const showMenus = async () => {
    for (const [at, [name, nameEn, items]] of menus.entries()) {
      const groupId = await make('menu-group', { name, nameEn }, at, editor);
      for (const [place, [item, itemEn, kind, target]] of items.entries())
        await make(
          'menu-item',
          { groupId, name: item, nameEn: itemEn, kind, target, loginRequired: at < 2 },
          place,
          editor,
        );
    }
  };
  return [
    { at: activity.work(4), play: showCards },
    { at: activity.work(Math.max(0, days - 3)), play: showMenus },
  ];
}

/** Courses, and a schedule with past and future lessons. */
export function courseScenes(script: Script): Scene[] {
  const { make, run } = createMaker(script);
  const { stage, cast, activity, days } = script;
  const teacherOf = cast.named('emma.brown');
  const play = async () => {
    for (const [at, [title, titleEn, slug, category, level, teacher, price]] of courses.entries()) {
      const summary = `${title}：${level === 'beginner' ? '适合初学者' : '需要一定基础'}，配有练习。`;
      const content = `# ${title}\n\n1. 为什么\n2. 怎么做\n3. 练习与答疑\n`;
      const contentEn = `# ${titleEn}\n\n1. Why\n2. How\n3. Practice\n`;
      const body = { title, titleEn, slug, category, level, teacher, summary, content, contentEn };
      const id = await make(
        'course',
        { ...body, isFree: price === 0, ...(price === 0 ? {} : { price }) },
        at,
        teacherOf,
      );
      if (at < courses.length - 1) await run('course', 'publish', { id }, teacherOf);
      // Five days up to today and five after it, so that the current week always has lessons.
      for (const from of [-4, 3]) {
        const startAt = activity.end - (activity.end % dayMs) + (from + (at % 5)) * dayMs + (1 + at) * hourMs;
        const [mode, place] = at % 3 === 0 ? ['offline', '一号楼 302 教室'] : ['online', null];
        const lesson = { courseId: id, title: `${title} · ${from < 0 ? '第一讲' : '第二讲'}`, teacher, mode, place };
        await stage.call(
          '/course-schedule/create',
          { ...lesson, startAt, endAt: startAt + 2 * hourMs, capacity: 40 },
          teacherOf,
        );
      }
    }
  };
  return [{ at: activity.work(Math.floor(days / 2)), play }];
}

/** The client apps of the platform, each with its releases. */
export function clientScenes({ stage, cast, activity, days }: Script): Scene[] {
  return clients.map(([name, platform, callbackDomains, releases], index) => ({
    at: activity.work(Math.min(days - 1, 2 + index)),
    play: async () => {
      const { id } = await stage.call<{ id: number }>(
        '/client-app/create',
        { name, platform, callbackDomains },
        cast.owner,
      );
      for (const [appVersion, notes] of releases) {
        const body = { id, appVersion, minVersion: '1.0', forceUpdate: false, releaseNotes: `- ${notes}` };
        await stage.call('/client-app/release', body, cast.owner);
      }
    },
  }));
}
