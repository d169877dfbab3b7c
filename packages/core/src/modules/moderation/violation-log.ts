import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, reference, state, tags, text } from '../../fields/index.ts';
import { textScopes } from './banned-word-parts.ts';

export const violationLog = defineResource({
  name: 'violationLog',
  path: '/ai/ai_limit_text',
  title: 'excerpt',
  label: { zh: '违规记录', en: 'Violation' },
  help: {
    zh: '命中违禁词的文本片段，逐条处理',
    en: 'Text excerpts that matched a banned word, to be handled one by one',
  },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never' }),
    source: choice(
      { zh: '来源', en: 'Source' },
      {
        chat: { zh: '对话', en: 'Chat' },
        draw: { zh: '绘画', en: 'Drawing' },
        video: { zh: '视频', en: 'Video' },
        music: { zh: '音乐', en: 'Music' },
        write: { zh: '写作', en: 'Writing' },
      },
      { write: 'never' },
    ),
    scope: choice({ zh: '范围', en: 'Scope' }, textScopes, { write: 'never' }),
    excerpt: text(
      { zh: '片段', en: 'Excerpt' },
      {
        write: 'never',
        search: true,
        personal: true,
        help: { zh: '命中处前后各 40 字', en: '40 characters before and after the match.' },
      },
    ),
    words: tags({ zh: '命中的词', en: 'Matched words' }, { write: 'never' }),
    actionTaken: choice(
      { zh: '处置', en: 'Action taken' },
      {
        block: { zh: '拦截', en: 'Block', tone: 'bad' },
        mask: { zh: '替换', en: 'Mask', tone: 'warn' },
        review: { zh: '人工复核', en: 'Review', tone: 'info' },
        warn: { zh: '仅提醒', en: 'Warn only', tone: 'neutral' },
      },
      { write: 'never' },
    ),
    handled: state(
      { zh: '处理', en: 'Handled' },
      {
        open: { zh: '待处理', en: 'Open', tone: 'warn' },
        ignored: { zh: '已忽略', en: 'Ignored', tone: 'neutral' },
        warned: { zh: '已警告', en: 'Warned', tone: 'info' },
      },
    ),
    note: text({ zh: '处理说明', en: 'Note' }, { write: 'never' }),
  },
  list: {
    columns: ['createdAt', 'userId', 'source', 'excerpt', 'words', 'actionTaken', 'handled'],
    filters: ['userId', 'source', 'words', 'actionTaken', 'handled', 'createdAt'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, batch: everyone, export: admins },
  actions: {
    ignore: {
      on: 'record',
      next: [],
      label: { zh: '忽略', en: 'Ignore' },
      roles: everyone,
      from: ['open', 'warned'],
      to: 'ignored',
      input: { note: 'note' },
    },
    warn: {
      on: 'record',
      next: ['open'],
      label: { zh: '标记已警告', en: 'Mark as warned' },
      roles: everyone,
      from: ['open', 'ignored'],
      to: 'warned',
      input: { note: 'note' },
    },
    reopen: {
      on: 'record',
      next: [],
      label: { zh: '重新打开', en: 'Reopen' },
      roles: everyone,
      from: ['ignored', 'warned'],
      to: 'open',
    },
  },
});
export type ViolationLog = RecordOf<typeof violationLog>;
