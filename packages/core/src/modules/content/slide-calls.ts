import { defineCalls } from '../../definition/index.ts';
import { tags } from '../../fields/index.ts';

/** At most so many images take turns in one place, so a window shows no more of them, each once. */
export const maxSlides = 8;

/** What someone who is not signed in yet may tell: it is counted and kept nowhere else. */
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
