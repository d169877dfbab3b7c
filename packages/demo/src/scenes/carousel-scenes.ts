import type { UploadAnswer } from '@gantry/core';
import { drawIcon } from '../content/icons.ts';
import { demoSlides } from '../content/slides.ts';
import type { Scene, Script } from '../scene.ts';

/** Images for sign-in and the home page: most are published, the last one is a draft. */
export function carouselScenes({ stage, cast, activity }: Script): Scene[] {
  const editor = cast.named('emma.brown');
  return demoSlides.map(({ glyph, color, ...words }, index) => ({
    at: activity.work(2 + index),
    play: async () => {
      const content = drawIcon(glyph, color, 320).toString('base64');
      const upload = { name: `slide-${index + 1}.png`, content };
      const { path: picture } = await stage.call<UploadAnswer>('/file/upload', upload, editor);
      const body = { ...words, picture, sort: (index + 1) * 10 };
      const { id } = await stage.call<{ id: number }>('/carousel/create', body, editor);
      if (index < demoSlides.length - 1) await stage.call('/carousel/publish', { id }, cast.owner);
    },
  }));
}
