import { admins, defineSettings, type LocalizedText } from '../../definition/index.ts';
import { boolean, choice, integer, paragraph } from '../../fields/index.ts';
import { videoChannelGroups } from './video-channels.ts';

const minutes = { zh: '分钟', en: 'min' };

/** Whether users can use the feature. */
const enabled = boolean(
  { zh: '开放', en: 'Open' },
  { default: true, help: { zh: '关闭后不再接受新任务', en: 'When disabled, new tasks are rejected.' } },
);
const maxCredits = integer(
  { zh: '单次最多点数', en: 'Maximum credits per task' },
  { required: true, min: 0, max: 10_000_000, default: 100_000 },
);

const tasksLabel = { zh: '任务', en: 'Tasks' } as const;
const maxConcurrent = integer(
  { zh: '每人同时任务数', en: 'Concurrent tasks per user' },
  { required: true, min: 1, max: 100, default: 3 },
);
const getTimeoutMinutes = (usual: number) =>
  integer({ zh: '超时', en: 'Times out after' }, { required: true, min: 1, max: 1440, default: usual, unit: minutes });
const checks = {
  checkPrompt: boolean(
    { zh: '检查描述词', en: 'Check prompts' },
    {
      default: true,
      help: {
        zh: '命中违禁词的任务被拦截，不扣费',
        en: 'Tasks that contain banned words are blocked and not charged.',
      },
    },
  ),
  publishReview: boolean(
    { zh: '公开前审核', en: 'Review before publishing' },
    { default: true, help: { zh: '关闭后用户可直接公开', en: 'When off, users publish without review.' } },
  ),
} as const;

/** Settings of a task kind. All kinds share them, except one whose price is a setting. */
const getTasks = (timeout: number) =>
  ({
    label: tasksLabel,
    fields: { enabled, maxConcurrent, timeoutMinutes: getTimeoutMinutes(timeout), maxCredits, ...checks },
  }) as const;

const getPage = <const N extends string>(name: N, path: string, label: LocalizedText, timeout: number) =>
  defineSettings({ name, path, label, roles: admins, groups: { tasks: getTasks(timeout) } });

export const drawSettings = getPage(
  'draw',
  '/ai/ai_draw/ai_draw_setting',
  { zh: '绘画设置', en: 'Drawing settings' },
  10,
);
export const slideSettings = getPage(
  'slides',
  '/ai/ai_ppt/ai_ppt_setting',
  { zh: 'PPT 设置', en: 'Slide settings' },
  20,
);
export const videoSettings = defineSettings({
  name: 'video',
  path: '/ai/ai_video/ai_video_setting',
  label: { zh: '视频设置', en: 'Video settings' },
  roles: admins,
  groups: { tasks: getTasks(30), ...videoChannelGroups },
});
export const musicSettings = getPage('music', '/ai/ai_music', { zh: '音乐设置', en: 'Music settings' }, 15);
export const writeSettings = getPage('writing', '/ai/ai_write', { zh: '写作设置', en: 'Writing settings' }, 5);

/** Defaults, prices and limits of mind maps, which the clients create. */
export const mindMapSettings = defineSettings({
  name: 'mindMap',
  path: '/ai/ai_mark',
  label: { zh: '导图设置', en: 'Mind-map settings' },
  roles: admins,
  groups: {
    maps: {
      label: { zh: '思维导图', en: 'Mind maps' },
      fields: {
        enabled,
        maxNodes: integer(
          { zh: '节点上限', en: 'Maximum nodes' },
          {
            required: true,
            min: 10,
            max: 5000,
            default: 200,
            help: { zh: '节点超出此数的思维导图会被拒绝', en: 'Larger mind maps are rejected.' },
          },
        ),
        asset: choice(
          { zh: '资产', en: 'Asset' },
          { coin: { zh: '货币', en: 'Coin' }, compute: { zh: '算力', en: 'Compute' } },
          { required: true, default: 'compute' },
        ),
        price: integer(
          { zh: '每次点数', en: 'Credits per map' },
          {
            required: true,
            min: 0,
            max: 1_000_000,
            default: 1,
            help: { zh: '提交时冻结，生成成功后结算', en: 'Held on submission and charged on success.' },
          },
        ),
        defaultOutline: paragraph(
          { zh: '初始大纲', en: 'Initial outline' },
          { required: true, max: 4000, default: '# 中心主题\n## 分支一\n## 分支二' },
        ),
      },
    },
    tasks: {
      label: tasksLabel,
      fields: { maxConcurrent, timeoutMinutes: getTimeoutMinutes(5), ...checks },
    },
  },
});

/** Settings pages of everything that users create. */
export const creationSettings = [
  drawSettings,
  slideSettings,
  videoSettings,
  musicSettings,
  writeSettings,
  mindMapSettings,
] as const;
