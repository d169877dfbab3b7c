import { boolean, integer, text } from '../../fields/index.ts';

const seconds = { unit: { zh: '秒', en: 's' } } as const;

/** Labels of the parameters that are commonly sent upstream with the prompt; other parameters keep their names. */
export const workParams = {
  size: text({ zh: '尺寸', en: 'Size' }),
  width: integer({ zh: '宽', en: 'Width' }),
  height: integer({ zh: '高', en: 'Height' }),
  ratio: text({ zh: '比例', en: 'Ratio' }),
  aspectRatio: text({ zh: '比例', en: 'Aspect ratio' }),
  resolution: text({ zh: '分辨率', en: 'Resolution' }),
  quality: text({ zh: '质量', en: 'Quality' }),
  style: text({ zh: '风格', en: 'Style' }),
  n: integer({ zh: '数量', en: 'Quantity' }),
  count: integer({ zh: '数量', en: 'Quantity' }),
  seed: integer({ zh: '随机种子', en: 'Seed' }),
  steps: integer({ zh: '步数', en: 'Steps' }),
  negativePrompt: text({ zh: '反向描述词', en: 'Negative prompt' }),
  duration: integer({ zh: '时长', en: 'Duration' }, seconds),
  seconds: integer({ zh: '时长', en: 'Duration' }, seconds),
  fps: integer({ zh: '帧率', en: 'Frame rate' }),
  instrumental: boolean({ zh: '纯音乐', en: 'Instrumental' }),
  lyrics: text({ zh: '歌词', en: 'Lyrics' }),
  pages: integer({ zh: '页数', en: 'Pages' }),
  template: text({ zh: '模板', en: 'Template' }),
  language: text({ zh: '语言', en: 'Language' }),
  tone: text({ zh: '语气', en: 'Tone' }),
  length: text({ zh: '篇幅', en: 'Length' }),
} as const;
