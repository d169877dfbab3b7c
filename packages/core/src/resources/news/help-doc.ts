import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, image, integer, markdown, tags, text, time } from '../../fields/index.ts';
import { plannedState, plannedVersionActions } from '../parts.ts';

export const helpDoc = defineResource({
  name: 'helpDoc',
  path: '/news/help-table',
  title: 'title',
  label: { zh: '帮助文档', en: 'Help doc' },
  help: {
    zh: '用户在平台里查阅的双语帮助文章；用户只看到发布的版本',
    en: 'Bilingual help articles that users read on the platform; they see the published version only',
  },
  fields: {
    title: text({ zh: '标题', en: 'Title (Chinese)' }, { required: true, search: true, max: 120 }),
    titleEn: text({ zh: '英文标题', en: 'Title (English)' }, { search: true, max: 160 }),
    slug: text(
      { zh: '地址', en: 'Slug' },
      {
        required: true,
        unique: true,
        mono: true,
        max: 80,
        pattern: '[a-z0-9]+(?:-[a-z0-9]+)*',
        help: { zh: '小写字母、数字和连字符', en: 'Lower-case letters, digits and hyphens' },
      },
    ),
    category: choice(
      { zh: '分类', en: 'Category' },
      {
        start: { zh: '新手入门', en: 'Getting started' },
        feature: { zh: '功能使用', en: 'Features' },
        account: { zh: '账户与充值', en: 'Account and billing' },
        api: { zh: '接口', en: 'API' },
        policy: { zh: '规则', en: 'Policy' },
      },
      { default: 'start', required: true },
    ),
    content: markdown({ zh: '内容', en: 'Content (Chinese)' }, { required: true, read: 'detail', search: true }),
    contentEn: markdown({ zh: '英文内容', en: 'Content (English)' }, { read: 'detail', search: true }),
    cover: image({ zh: '封面', en: 'Cover' }),
    tags: tags({ zh: '标签', en: 'Tags' }, { maxItems: 10 }),
    pinned: boolean({ zh: '置顶', en: 'Pinned' }),
    viewCount: integer({ zh: '浏览', en: 'Views' }, { write: 'never', default: 0 }),
    helpful: integer({ zh: '有用', en: 'Helpful' }, { write: 'never', default: 0 }),
    unhelpful: integer({ zh: '没用', en: 'Not helpful' }, { write: 'never', default: 0 }),
    untranslated: boolean(
      { zh: '缺英文', en: 'English is missing' },
      { write: 'never', help: { zh: '英文标题或英文内容为空', en: 'Its English title or content is empty' } },
    ),
    status: plannedState,
    publishAt: time({ zh: '定时发布', en: 'Publish at' }, { write: 'never' }),
    publishedVersion: integer({ zh: '发布版本', en: 'Version' }, { write: 'never' }),
    publishedAt: time({ zh: '发布时间', en: 'Published' }, { write: 'never' }),
    sort: integer({ zh: '排序', en: 'Order' }, { min: 0, max: 999_999, default: 100 }),
  },
  list: {
    columns: [
      'title',
      'titleEn',
      'category',
      'pinned',
      'status',
      'publishedVersion',
      'publishedAt',
      'viewCount',
      'helpful',
    ],
    filters: ['category', 'status', 'pinned', 'untranslated'],
    quick: {
      untranslated: { label: { zh: '缺英文', en: 'English is missing' }, where: { untranslated: [true] } },
      planned: { label: { zh: '已定时', en: 'Scheduled' }, where: { status: ['scheduled'] } },
    },
    sortable: ['sort', 'publishedAt'],
    sort: 'sort',
  },
  form: [
    ['title', 'titleEn'],
    ['slug', 'category'],
    ['content', 'contentEn'],
    ['cover', 'tags'],
    ['sort', 'pinned'],
  ],
  access: {
    list: everyone,
    get: everyone,
    create: everyone,
    update: everyone,
    delete: admins,
    batch: everyone,
    import: everyone,
    export: everyone,
  },
  removal: { finalOnce: 'publishedVersion' },
  actions: plannedVersionActions,
});
export type HelpDoc = RecordOf<typeof helpDoc>;
