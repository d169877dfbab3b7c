import { defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, paragraph, tags, text, time } from '../../fields/index.ts';
import {
  coverField,
  editors,
  plannedActions,
  plannedState,
  sortField,
  useCountField,
  vipLevelField,
} from '../parts.ts';

export const aiTech = defineResource({
  name: 'aiTech',
  path: '/ai/ai_techs',
  title: 'title',
  label: { zh: '应用与课程', en: 'App or course', many: 'Apps and courses' },
  help: { zh: 'AI 应用与课程中心展示的卡片', en: 'Cards shown in the app and course center' },
  fields: {
    title: text({ zh: '标题', en: 'Title (Chinese)' }, { required: true, unique: true, search: true, max: 80 }),
    titleEn: text({ zh: '英文标题', en: 'Title (English)' }, { search: true, max: 120 }),
    type: choice(
      { zh: '类型', en: 'Type' },
      {
        app: { zh: '应用', en: 'App' },
        course: { zh: '课程', en: 'Course' },
        article: { zh: '文章', en: 'Article' },
        tool: { zh: '工具', en: 'Tool' },
      },
      { default: 'app', required: true },
    ),
    category: choice(
      { zh: '分类', en: 'Category' },
      {
        office: { zh: '办公', en: 'Office' },
        writing: { zh: '写作', en: 'Writing' },
        design: { zh: '设计', en: 'Design' },
        learning: { zh: '学习', en: 'Learning' },
        life: { zh: '生活', en: 'Life' },
        development: { zh: '开发', en: 'Development' },
      },
      { default: 'office', required: true },
    ),
    summary: paragraph({ zh: '简介', en: 'Summary (Chinese)' }, { read: 'detail', max: 500, search: true }),
    summaryEn: paragraph({ zh: '英文简介', en: 'Summary (English)' }, { read: 'detail', max: 800, search: true }),
    cover: coverField,
    linkKind: choice(
      { zh: '链接类型', en: 'Link kind' },
      {
        internal: { zh: '站内', en: 'Inside' },
        external: { zh: '站外', en: 'Outside' },
        course: { zh: '课程', en: 'Course' },
      },
      { default: 'internal', required: true },
    ),
    link: text(
      { zh: '链接', en: 'Link' },
      {
        required: true,
        max: 500,
        mono: true,
        help: {
          zh: '站内以 / 开头，站外以 https:// 开头，课程填课程网址',
          en: 'Internal links start with /, external links with https://. Identify a course by its slug.',
        },
      },
    ),
    badge: text({ zh: '角标', en: 'Badge' }, { max: 12 }),
    tags: tags({ zh: '标签', en: 'Tags' }, { maxItems: 10 }),
    isHot: boolean({ zh: '热门', en: 'Hot' }),
    requiredVipLevel: vipLevelField,
    clickCount: { ...useCountField, label: { zh: '点击次数', en: 'Clicks' } },
    status: plannedState,
    publishAt: time({ zh: '定时发布', en: 'Publish at' }, { write: 'never' }),
    publishedAt: time({ zh: '发布时间', en: 'Published' }, { write: 'never' }),
    sort: sortField,
  },
  list: {
    columns: ['cover', 'title', 'type', 'category', 'isHot', 'clickCount', 'status', 'publishedAt'],
    filters: ['type', 'category', 'isHot', 'status'],
    sort: 'sort',
  },
  form: [
    ['title', 'titleEn'],
    ['type', 'category'],
    ['summary', 'summaryEn'],
    ['linkKind', 'link'],
    ['cover', 'badge'],
    ['tags', 'requiredVipLevel'],
    ['isHot', 'sort'],
  ],
  access: editors,
  deletion: { from: ['draft', 'unpublished'] },
  actions: plannedActions,
});
export type AiTech = RecordOf<typeof aiTech>;
