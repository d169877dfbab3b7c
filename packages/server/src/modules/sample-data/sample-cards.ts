import { createSampleAnswer, type SampleCall } from './sample-call.ts';

const inspections = [
  '视频类-历史导入',
  '图文类-图片版权',
  '图文类-高清图片',
  '短视频-人工抽检',
  '直播-弹幕抽检',
  '图文类-标题党',
].map((title, index) => ({
  id: index + 1,
  name: 'quality',
  title,
  description: `${2021 + (index % 3)}-10-12 00:00:00`,
  data: [
    { label: '待质检数', value: String(120 + index * 17) },
    { label: '积压时长', value: `${60 - index * 8}s` },
    { label: '待抽检数', value: String(index * 3) },
  ],
}));

const services = [
  {
    icon: 'code',
    title: '漏斗分析',
    description: '用户行为分析之漏斗分析模型，是企业实现精细化运营的重要分析方法',
    actionType: 'button',
    enable: true,
  },
  {
    icon: 'edit',
    title: '用户分布',
    description: '快速诊断用户人群，了解地域细分和分布情况',
    actionType: 'button',
    enable: true,
    expires: true,
  },
  { icon: 'user', title: '资源分发', description: '移动端动态化资源分发解决方案', actionType: 'button', enable: false },
  {
    icon: 'user',
    title: '用户画像分析',
    description: '将用户数据标签化并展现人群特征',
    actionType: 'button',
    enable: true,
  },
].map((service, index) => ({ id: index + 1, expires: false, ...service }));

const rules = ['内容屏蔽规则', '内容置顶规则', '内容加权规则', '内容分发规则', '多语言文字符号识别', '敏感词识别'].map(
  (title, index) => ({
    id: index + 1,
    title,
    description: '命中规则的内容按此处理，规则在提交后立即生效',
    enable: index % 2 === 0,
    actionType: 'switch',
  }),
);

export const cardCalls: Readonly<Record<string, SampleCall>> = {
  'list/quality-inspection': () => createSampleAnswer(inspections),
  'list/the-service': () => createSampleAnswer(services),
  'list/rules-preset': () => createSampleAnswer(rules),
};
