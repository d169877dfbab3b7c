import { defineCalls } from '../../definition/index.ts';
import { tags } from '../../fields/index.ts';

/** Maximum number of images that take turns in one position; a view of the page shows each of them once at most. */
export const maxSlides = 8;

/** What someone who is not signed in yet may report: it is counted and not stored otherwise. */
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
