import type { LocalizedText, SettingsGroup } from '../../definition/index.ts';
import { boolean, choices, integer } from '../../fields/index.ts';

/** The modes of video records. They are duplicated so that lists need not load them; a test compares both. */
const videoModes = {
  text: { zh: '文生视频', en: 'Text to video' },
  image: { zh: '图生视频', en: 'Image to video' },
  frames: { zh: '首尾帧', en: 'First and last frame' },
  extend: { zh: '续写', en: 'Extended' },
} as const;

const useInBothLanguages = (name: string): LocalizedText => ({ zh: name, en: name });

/** Aspect ratios and other parameter values of videos. */
const ratios = {
  '16:9': useInBothLanguages('16:9'),
  '9:16': useInBothLanguages('9:16'),
  '1:1': useInBothLanguages('1:1'),
  '4:3': useInBothLanguages('4:3'),
  '3:4': useInBothLanguages('3:4'),
  '21:9': useInBothLanguages('21:9'),
} as const;
const resolutions = {
  '480p': useInBothLanguages('480p'),
  '720p': useInBothLanguages('720p'),
  '1080p': useInBothLanguages('1080p'),
  '4k': useInBothLanguages('4K'),
} as const;
export const videoRatios = Object.keys(ratios) as readonly (keyof typeof ratios)[];
export const videoResolutions = Object.keys(resolutions) as readonly (keyof typeof resolutions)[];
const modes = Object.keys(videoModes) as readonly (keyof typeof videoModes)[];

const noLimit = { zh: '0 为不限', en: '0 means no limit.' };
const compute = { zh: '算力', en: 'compute' };
const bounded = { zh: '全选即不限', en: 'Select all for no limit.' };
const unpriced = {
  zh: '时长与单价相乘，按此冻结与扣费；留空则由平台随任务给出',
  en: 'Price per second × duration is held and charged. Leave empty if the platform sends the price.',
};

/** Rules and prices of a video channel, in addition to the rules of all tasks. */
const getChannel = (label: LocalizedText) =>
  ({
    label,
    fields: {
      enabled: boolean(
        { zh: '开放', en: 'Open' },
        {
          default: true,
          help: { zh: '关闭后不再接受它的新任务', en: 'When disabled, new tasks of this channel are rejected.' },
        },
      ),
      modes: choices({ zh: '方式', en: 'Method' }, videoModes, { required: true, default: modes, help: bounded }),
      maxSeconds: integer(
        { zh: '最长', en: 'Maximum length' },
        { required: true, min: 0, max: 3600, default: 0, unit: { zh: '秒', en: 's' }, help: noLimit },
      ),
      ratios: choices({ zh: '比例', en: 'Ratios' }, ratios, { required: true, default: videoRatios, help: bounded }),
      resolutions: choices({ zh: '清晰度', en: 'Resolutions' }, resolutions, {
        required: true,
        default: videoResolutions,
        help: bounded,
      }),
      pricePerSecond: integer(
        { zh: '文生视频每秒', en: 'Text to video, per second' },
        { min: 0, max: 100_000, unit: compute, help: unpriced },
      ),
      givenPerSecond: integer(
        { zh: '图生、首尾帧与续写每秒', en: 'Image or frames to video and extension, per second' },
        { min: 0, max: 100_000, unit: compute, help: unpriced },
      ),
      maxConcurrent: integer(
        { zh: '同时任务数', en: 'Concurrent tasks' },
        { required: true, min: 0, max: 10_000, default: 0, help: noLimit },
      ),
      timeoutMinutes: integer(
        { zh: '超时', en: 'Times out after' },
        {
          min: 1,
          max: 1440,
          unit: { zh: '分钟', en: 'min' },
          help: { zh: '留空则随任务设置', en: 'Leave empty to use the task settings.' },
        },
      ),
    },
  }) as const satisfies SettingsGroup;

/** Channels with rules of their own. Other channels only follow the rules of all tasks. */
export const videoChannelGroups = {
  keling: getChannel({ zh: '可灵', en: 'Kling' }),
  jimeng: getChannel({ zh: '即梦', en: 'Jimeng' }),
  luma: getChannel({ zh: 'Luma', en: 'Luma' }),
  runway: getChannel({ zh: 'Runway', en: 'Runway' }),
  cog: getChannel({ zh: '清影', en: 'CogVideoX' }),
  sora: getChannel({ zh: 'Sora', en: 'Sora' }),
} as const;
export type VideoChannel = keyof typeof videoChannelGroups;
export const videoChannels = Object.keys(videoChannelGroups) as readonly VideoChannel[];
