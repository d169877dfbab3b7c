import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, image, integer, state, text, time } from '../../fields/index.ts';
import { reorderAction } from '../parts.ts';

export const carousel = defineResource({
  name: 'carousel',
  path: '/models/carsoul-table',
  title: 'title',
  label: { zh: '轮播图', en: 'Carousel image' },
  help: {
    zh: '登录页和用户端首页轮播的图片：发布后，在展示期内按顺序出现',
    en: 'Images of the sign-in and home page carousels. Published images are shown in order during their display period.',
  },
  fields: {
    title: text({ zh: '标题', en: 'Title (Chinese)' }, { required: true, search: true, max: 60 }),
    titleEn: text({ zh: '英文标题', en: 'Title (English)' }, { search: true, max: 80 }),
    subtitle: text({ zh: '副标题', en: 'Subtitle (Chinese)' }, { max: 120 }),
    subtitleEn: text({ zh: '英文副标题', en: 'Subtitle (English)' }, { max: 160 }),
    picture: image(
      { zh: '图片', en: 'Image' },
      { required: true, help: { zh: '建议 640 × 400，PNG 或 WebP', en: 'Recommended: 640 × 400, PNG or WebP.' } },
    ),
    pictureDark: image(
      { zh: '暗色图片', en: 'Dark theme image' },
      {
        help: {
          zh: '暗黑模式下使用；留空则用同一张',
          en: 'Used in the dark theme. Leave empty to use the same image.',
        },
      },
    ),
    link: text(
      { zh: '链接', en: 'Link' },
      {
        max: 500,
        pattern: 'https?://\\S+',
        help: {
          zh: '以 http:// 或 https:// 开头；留空则不可点击',
          en: 'Must start with http:// or https://. Leave empty for no link.',
        },
      },
    ),
    place: choice(
      { zh: '位置', en: 'Position' },
      { login: { zh: '登录页', en: 'Sign-in' }, home: { zh: '首页', en: 'Home page' } },
      { required: true, default: 'login' },
    ),
    language: choice(
      { zh: '语言', en: 'Language' },
      {
        all: { zh: '全部', en: 'Every' },
        'zh-CN': { zh: '中文', en: 'Chinese' },
        'en-US': { zh: '英文', en: 'English' },
      },
      { required: true, default: 'all' },
    ),
    startAt: time(
      { zh: '开始时间', en: 'Starts' },
      { help: { zh: '留空表示发布即展示', en: 'Leave empty to start immediately.' } },
    ),
    endAt: time({ zh: '结束时间', en: 'Ends' }, { help: { zh: '留空表示一直展示', en: 'Leave empty for no end.' } }),
    sort: integer({ zh: '排序', en: 'Order' }, { min: 0, max: 999_999, default: 100 }),
    viewCount: integer(
      { zh: '展示', en: 'Views' },
      {
        write: 'never',
        default: 0,
        help: { zh: '每次打开页面只计一次', en: 'Counted once per page view.' },
      },
    ),
    clickCount: integer({ zh: '点击', en: 'Clicks' }, { write: 'never', default: 0 }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        draft: { zh: '未发布', en: 'Not published', tone: 'neutral' },
        published: { zh: '已发布', en: 'Published', tone: 'good' },
      },
    ),
  },
  list: {
    columns: ['picture', 'title', 'place', 'language', 'viewCount', 'clickCount', 'endAt', 'status'],
    filters: ['place', 'language', 'status', 'startAt'],
    sort: 'sort',
  },
  form: [
    ['title', 'titleEn'],
    ['subtitle', 'subtitleEn'],
    ['picture', 'pictureDark'],
    ['link'],
    ['place', 'language'],
    ['startAt', 'endAt'],
    ['sort'],
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
  actions: {
    publish: { on: 'record', label: { zh: '发布', en: 'Publish' }, roles: everyone, from: ['draft'], to: 'published' },
    unpublish: {
      on: 'record',
      next: [],
      label: { zh: '下线', en: 'Unpublish' },
      roles: everyone,
      from: ['published'],
      to: 'draft',
    },
    reorder: reorderAction,
  },
});
export type Carousel = RecordOf<typeof carousel>;
