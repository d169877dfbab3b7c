import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, choices, integer, markdown, paragraph, state, text, time } from '../../fields/index.ts';
import { platforms } from './platforms.ts';

const startTime = { zh: '发布时间', en: 'Starts' } as const;

export const notice = defineResource({
  name: 'notice',
  path: '/news/notice-table',
  title: 'title',
  label: { zh: '公告', en: 'Announcement' },
  help: {
    zh: '面向用户的公告：草稿、定时、发布、撤回',
    en: 'Announcements to users: draft, schedule, publish, unpublish',
  },
  fields: {
    title: text({ zh: '标题', en: 'Title (Chinese)' }, { required: true, search: true, max: 120 }),
    titleEn: text({ zh: '英文标题', en: 'Title (English)' }, { search: true, max: 160 }),
    type: choice(
      { zh: '类型', en: 'Type' },
      {
        notice: { zh: '通知', en: 'Notification' },
        activity: { zh: '活动', en: 'Activity' },
        maintenance: { zh: '维护', en: 'Maintenance' },
        update: { zh: '更新', en: 'Update' },
      },
      { default: 'notice', required: true },
    ),
    level: choice(
      { zh: '级别', en: 'Level' },
      {
        info: { zh: '一般', en: 'Info', tone: 'info' },
        warn: { zh: '重要', en: 'Important', tone: 'warn' },
        critical: { zh: '紧急', en: 'Critical', tone: 'bad' },
      },
      { default: 'info', required: true },
    ),
    content: markdown({ zh: '内容', en: 'Content (Chinese)' }, { required: true, read: 'detail', search: true }),
    contentEn: markdown({ zh: '英文内容', en: 'Content (English)' }, { read: 'detail', search: true }),
    display: choice(
      { zh: '展示方式', en: 'Display' },
      {
        list: { zh: '列表', en: 'List' },
        popup: { zh: '弹窗', en: 'Pop-up' },
        banner: { zh: '横幅', en: 'Banner' },
        bell: { zh: '铃铛', en: 'Bell' },
      },
      { default: 'list', required: true },
    ),
    audience: choice(
      { zh: '受众', en: 'Audience' },
      {
        all: { zh: '全部用户', en: 'Everyone' },
        vip: { zh: '会员', en: 'Members' },
        nonVip: { zh: '非会员', en: 'Non-members' },
        new: { zh: '新用户', en: 'New users' },
        chosen: { zh: '指定用户', en: 'Selected users' },
      },
      {
        default: 'all',
        required: true,
        help: {
          zh: '新用户指注册不满 7 天；指定用户在用户列表里用“发公告”选定',
          en: 'New users registered less than 7 days ago. Choose specific users in the user list with “Send an announcement”.',
        },
      },
    ),
    popupFrequency: choice(
      { zh: '弹窗频率', en: 'Pop-up' },
      {
        once: { zh: '每人一次', en: 'Once per user' },
        daily: { zh: '每天一次', en: 'Once a day' },
        always: { zh: '每次进入', en: 'On every visit' },
      },
      { default: 'once', required: true, read: 'detail', help: { zh: '仅用于弹窗', en: 'For pop-ups only.' } },
    ),
    platforms: choices({ zh: '平台', en: 'Platforms' }, platforms, {
      help: { zh: '不选表示全部', en: 'Leave empty to select all.' },
    }),
    startAt: time(
      { zh: '发布时间', en: 'Starts' },
      { help: { zh: '定时发布的时间', en: 'When the scheduled announcement is published.' } },
    ),
    endAt: time({ zh: '结束时间', en: 'Ends' }),
    dismissible: boolean({ zh: '可关闭', en: 'Dismissible' }, { default: true }),
    pinned: boolean({ zh: '置顶', en: 'Pinned' }),
    readCount: integer({ zh: '已读人数', en: 'Read by' }, { write: 'never', default: 0 }),
    status: state(
      { zh: '状态', en: 'Status' },
      {
        draft: { zh: '草稿', en: 'Draft', tone: 'neutral' },
        scheduled: { zh: '已定时', en: 'Scheduled', tone: 'info' },
        published: { zh: '已发布', en: 'Published', tone: 'good' },
        unpublished: { zh: '已撤回', en: 'Unpublished', tone: 'warn' },
      },
    ),
  },
  list: {
    columns: ['title', 'titleEn', 'type', 'audience', 'status', 'startAt', 'pinned', 'readCount'],
    filters: ['type', 'level', 'audience', 'status', 'startAt'],
    sort: '-id',
  },
  form: [
    ['title', 'titleEn'],
    ['type', 'level'],
    ['content', 'contentEn'],
    ['audience'],
    ['display', 'popupFrequency'],
    ['platforms'],
    ['startAt', 'endAt'],
    ['dismissible', 'pinned'],
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
    compose: {
      on: 'collection',
      creates: true,
      answers: 'record',
      label: { zh: '写公告并定时', en: 'Write and schedule' },
      help: {
        zh: '中文与英文全文一起粘贴，自动分开，每种语言的第一行是标题；到时自动发布',
        en: 'Paste the Chinese and the English text together. They are separated automatically, and the first line of each becomes its title. The announcement is published at its time.',
      },
      roles: everyone,
      undo: true,
      input: {
        text: paragraph({ zh: '全文', en: 'Text' }, { required: true, max: 50_000 }),
        audience: 'audience',
        startAt: time(startTime, { required: true }),
      },
    },
    schedule: {
      on: 'record',
      label: { zh: '定时发布', en: 'Schedule' },
      roles: everyone,
      from: ['draft', 'unpublished'],
      to: 'scheduled',
      input: { startAt: time(startTime, { required: true }) },
    },
    publish: {
      on: 'record',
      next: ['draft', 'unpublished'],
      label: { zh: '立即发布', en: 'Publish now' },
      roles: everyone,
      undo: false,
      from: ['draft', 'scheduled', 'unpublished'],
      to: 'published',
    },
    unpublish: {
      on: 'record',
      next: [],
      label: { zh: '撤回', en: 'Unpublish' },
      roles: everyone,
      from: ['scheduled', 'published'],
      to: 'unpublished',
    },
    resend: {
      on: 'record',
      label: { zh: '重新发送', en: 'Resend' },
      help: {
        zh: '读过或关掉它的人会再次看到；已读从零开始计，无法撤销',
        en: 'Users who read or closed it see it again. Read counts start over. This cannot be undone.',
      },
      roles: everyone,
      from: ['published'],
      danger: true,
      confirmationFields: ['readCount'],
    },
    publishDue: {
      on: 'system',
      label: { zh: '到时发布', en: 'Publish when due' },
      roles: admins,
      from: ['scheduled'],
      to: 'published',
    },
  },
});
export type Notice = RecordOf<typeof notice>;
