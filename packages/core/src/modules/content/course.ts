import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, integer, markdown, money, paragraph, tags, text, time } from '../../fields/index.ts';
import { coverField, editors, plannedActions, plannedState, sortField, vipLevelField } from '../parts.ts';

export const course = defineResource({
  name: 'course',
  path: '/devcourse/course',
  title: 'title',
  label: { zh: '课程', en: 'Course' },
  help: { zh: '开发课程：内容、价格与发布', en: 'Development courses: content, price, and publication' },
  fields: {
    title: text({ zh: '标题', en: 'Title (Chinese)' }, { required: true, search: true, max: 120 }),
    titleEn: text({ zh: '英文标题', en: 'Title (English)' }, { search: true, max: 160 }),
    slug: text(
      { zh: '地址', en: 'Slug' },
      { required: true, unique: true, mono: true, max: 80, pattern: '[a-z0-9]+(?:-[a-z0-9]+)*' },
    ),
    category: choice(
      { zh: '分类', en: 'Category' },
      {
        basics: { zh: '入门', en: 'Basics' },
        prompting: { zh: '提示词', en: 'Prompting' },
        development: { zh: '应用开发', en: 'Development' },
        model: { zh: '模型训练', en: 'Model training' },
        business: { zh: '商业落地', en: 'Business' },
      },
      { default: 'basics', required: true },
    ),
    level: choice(
      { zh: '难度', en: 'Level' },
      {
        beginner: { zh: '初级', en: 'Beginner', tone: 'good' },
        mid: { zh: '中级', en: 'Intermediate', tone: 'info' },
        advanced: { zh: '高级', en: 'Advanced', tone: 'warn' },
      },
      { default: 'beginner', required: true },
    ),
    teacher: text({ zh: '讲师', en: 'Teacher' }, { required: true, search: true, max: 64 }),
    cover: coverField,
    summary: paragraph({ zh: '简介', en: 'Summary' }, { read: 'detail', search: true, max: 500 }),
    content: markdown({ zh: '内容', en: 'Content (Chinese)' }, { read: 'detail', search: true }),
    contentEn: markdown({ zh: '英文内容', en: 'Content (English)' }, { read: 'detail', search: true }),
    video: text(
      { zh: '视频地址', en: 'Video URL' },
      { max: 500, mono: true, read: 'detail', pattern: 'https://[^\\s]+' },
    ),
    attachments: tags(
      { zh: '资料', en: 'Material' },
      {
        read: 'detail',
        maxItems: 20,
        help: {
          zh: '每项一个 https:// 地址，或一个上传的文件',
          en: 'One https:// URL or uploaded file per entry.',
        },
      },
    ),
    isFree: boolean({ zh: '免费', en: 'Free' }, { default: true }),
    price: money({ zh: '价格', en: 'Price' }, { min: 0, max: 100_000_000 }),
    requiredVipLevel: vipLevelField,
    tags: tags({ zh: '标签', en: 'Tags' }, { maxItems: 10, read: 'detail' }),
    status: plannedState,
    publishAt: time({ zh: '定时发布', en: 'Publish at' }, { write: 'never', read: 'detail' }),
    publishedAt: time({ zh: '发布时间', en: 'Published' }, { write: 'never' }),
    viewCount: integer({ zh: '浏览', en: 'Views' }, { write: 'never', default: 0 }),
    enrollCount: integer({ zh: '报名', en: 'Enrolled' }, { write: 'never', default: 0 }),
    sort: sortField,
  },
  list: {
    columns: ['title', 'category', 'teacher', 'price', 'enrollCount', 'sort', 'status'],
    filters: ['category', 'level', 'status', 'isFree'],
    sortable: ['publishAt'],
    sort: 'sort',
  },
  form: [
    ['title', 'titleEn'],
    ['slug', 'category'],
    ['level', 'teacher'],
    ['cover', 'summary'],
    ['content', 'contentEn'],
    ['video'],
    ['attachments'],
    ['isFree', 'price'],
    ['requiredVipLevel', 'sort'],
    ['tags'],
  ],
  access: { ...editors, delete: admins },
  deletion: { from: ['draft'] },
  actions: {
    ...plannedActions,
    attach: {
      on: 'record',
      label: { zh: '上传资料', en: 'Attach a file' },
      help: {
        zh: 'PDF、Word 等文件，加到资料末尾；在表单中去掉即不再引用',
        en: 'Adds a PDF, Word, or other document to the materials. Remove it in the form to detach it.',
      },
      roles: everyone,
      singleRecord: true,
      undo: true,
      input: { file: text({ zh: '文件', en: 'File' }, { required: true, max: 64 }) },
    },
  },
});
export type Course = RecordOf<typeof course>;
