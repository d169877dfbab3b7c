import type { UploadAnswer } from '@gantry/core';
import { demoIcons, drawIcon, glyphNames, iconColors } from '../content/icons.ts';
import type { Scene, Script } from '../scene.ts';

/** Forty icons, drawn here and uploaded through the same checks as any image. */
export function iconScenes({ stage, cast, activity }: Script): Scene[] {
  const designer = cast.named('sun.qian');
  return demoIcons.map(({ name, group }, index) => ({
    at: activity.work(Math.floor(index / 5)),
    play: async () => {
      const bgColor = iconColors[index % iconColors.length] ?? '#165DFF';
      const glyph = glyphNames[index % glyphNames.length] ?? 'dot';
      const content = drawIcon(glyph, bgColor).toString('base64');
      const upload = { name: `${group}-${index + 1}.png`, content };
      const { path: picture } = await stage.call<UploadAnswer>('/file/upload', upload, designer);
      const body = { name, group, picture, bgColor, sort: (index + 1) * 10 };
      const { id } = await stage.call<{ id: number }>('/ai-icon/create', body, designer);
      if (index % 13 === 12) await stage.call('/ai-icon/disable', { id }, cast.owner);
    },
  }));
}
