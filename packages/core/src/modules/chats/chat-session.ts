import { type Action, admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, integer, reference, text, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';

export const chatKinds = {
  chat: { zh: '对话', en: 'Chat' },
  agent: { zh: '智能体', en: 'Agent' },
  app: { zh: '小应用', en: 'App' },
  know: { zh: '知识库', en: 'Knowledge' },
  pdf: { zh: 'PDF', en: 'PDF' },
} as const;

const given = {
  before: time(
    { zh: '早于', en: 'Before' },
    { required: true, help: { zh: '最近消息早于此时的会话', en: 'Sessions whose last message is older than this.' } },
  ),
  kind: choice({ zh: '类型', en: 'Kind' }, chatKinds, { help: { zh: '留空为全部', en: 'All when empty' } }),
} as const;

const seq = integer({ zh: '序号', en: 'No.' }, { required: true, min: 1, max: 1_000_000_000 });

/** Actions on conversations besides reading them. */
const chatActions = {
  flag: {
    on: 'record',
    label: { zh: '标记消息', en: 'Flag a message' },
    help: {
      zh: '标记一条消息，之后可按“标记”筛选；可再取消',
      en: 'Flags a message so that lists can be filtered by it. The flag can be removed.',
    },
    roles: admins,
    singleRecord: true,
    undo: false,
    input: {
      seq,
      flagged: boolean({ zh: '标记', en: 'Flagged' }, { default: true }),
    },
    output: {
      seq: integer({ zh: '序号', en: 'No.' }),
      flagged: boolean({ zh: '标记', en: 'Flagged' }),
    },
  },
  deleteMessage: {
    on: 'record',
    label: { zh: '删除消息', en: 'Delete a message' },
    help: {
      zh: '永久删除一条消息；其他消息的序号、会话标题与统计数字不变',
      en: 'Permanently deletes one message. The numbers of other messages, the session title, and the statistics do not change.',
    },
    roles: admins,
    singleRecord: true,
    stepUp: true,
    danger: true,
    loss: 'final',
    input: {
      seq,
      reason: text({ zh: '原因', en: 'Reason' }, { required: true, min: 2, max: 200 }),
    },
  },
  previewPurge: {
    on: 'collection',
    label: { zh: '预览清理', en: 'Preview a purge' },
    help: { zh: '清理会删除多少会话，不做改动', en: 'Shows how many sessions a purge would delete. Changes nothing.' },
    roles: admins,
    reads: true,
    input: given,
    output: { sessions: integer({ zh: '会话', en: 'Sessions' }) },
  },
  purge: {
    on: 'collection',
    label: { zh: '清理旧会话', en: 'Purge old sessions' },
    help: {
      zh: '永久删除会话及其消息，一次最多 500 个，从最旧的开始；统计数字不变',
      en: 'Permanently deletes sessions with their messages, up to 500 at a time, oldest first. Statistics do not change.',
    },
    roles: admins,
    stepUp: true,
    danger: true,
    loss: 'final',
    input: given,
    output: {
      sessions: integer({ zh: '已删会话', en: 'Sessions' }),
      messages: integer({ zh: '已删消息', en: 'Messages' }),
      left: integer({ zh: '剩余', en: 'Remaining' }),
    },
  },
} as const satisfies Record<string, Action>;

export const chatSession = defineResource({
  name: 'chatSession',
  path: '/ai/ai_message',
  title: 'title',
  label: { zh: '会话', en: 'Chat session' },
  help: {
    zh: '用户与模型的会话；由平台写入',
    en: 'Conversations between users and models, written by the platform',
  },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never' }),
    title: text({ zh: '标题', en: 'Title' }, { write: 'never', search: true, personal: true }),
    kind: choice({ zh: '类型', en: 'Kind' }, chatKinds, { write: 'never' }),
    modelName: text({ zh: '模型', en: 'Model' }, { write: 'never', max: 64 }),
    messageCount: integer({ zh: '消息数', en: 'Messages' }, { write: 'never', default: 0 }),
    tokens: integer({ zh: 'Token 数', en: 'Tokens' }, { write: 'never', default: 0 }),
    pinned: boolean({ zh: '置顶', en: 'Pinned' }, { write: 'never' }),
    lastAt: time({ zh: '最近消息', en: 'Last message' }, { write: 'never' }),
  },
  list: {
    columns: ['title', 'userId', 'kind', 'modelName', 'messageCount', 'tokens', 'lastAt'],
    filters: ['userId', 'kind', 'modelName', 'lastAt'],
    unsortable: {
      messageCount: unsortableReasons.constantChange,
      tokens: unsortableReasons.constantChange,
      updatedAt: unsortableReasons.constantChange,
    },
    sort: '-lastAt',
  },
  removal: 'final',
  access: { list: everyone, get: everyone, delete: admins, batch: admins, export: admins },
  stepUp: ['delete'],
  actions: {
    thread: {
      on: 'record',
      answers: {
        session: { record: 'chatSession' },
        messages: { records: 'chatMessage' },
        nextSeq: integer({ zh: '下一页从第几条之后', en: 'Next page after message' }),
      },
      label: { zh: '查看对话', en: 'Open the thread' },
      help: {
        zh: '按顺序显示会话的消息；每次查看都会留痕',
        en: 'Shows the messages of the session in order. Each view is recorded.',
      },
      roles: admins,
      reads: true,
      input: {
        afterSeq: integer({ zh: '从第几条之后', en: 'After message' }, { min: 0, default: 0 }),
        count: integer({ zh: '条数', en: 'Count' }, { min: 1, max: 200, default: 50 }),
      },
    },
    ...chatActions,
  },
});
export type ChatSession = RecordOf<typeof chatSession>;
