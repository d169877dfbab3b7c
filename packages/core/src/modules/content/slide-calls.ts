import { defineCalls } from '../../definition/index.ts';
import { tags } from '../../fields/index.ts';

/** Maximum number of images that rotate in one position. A page view shows each of them at most once. */
export const maxSlides = 8;

/** Calls without a session, which only increase counters. */
export const slideCalls = defineCalls({
  slidesSeen: {
    path: '/carousel/seen',
    label: { zh: '统计登录页轮播', en: 'Count sign-in carousel views' },
    roles: 'public',
    input: {
      views: tags({ zh: '展示过的图片编号', en: 'IDs of the images shown' }, { maxItems: maxSlides }),
      clicks: tags({ zh: '点击过的图片编号', en: 'IDs of the images clicked' }, { maxItems: maxSlides }),
    },
  },
});
