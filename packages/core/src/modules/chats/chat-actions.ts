import { type Action, admins } from '../../definition/index.ts';
import { boolean, choice, integer, text, time } from '../../fields/index.ts';
import { chatKinds } from './chat-kinds.ts';

const given = {
  before: time(
    { zh: '早于', en: 'Before' },
    { required: true, help: { zh: '最近消息早于此时的会话', en: 'Sessions whose last message is older than that' } },
  ),
  kind: choice({ zh: '类型', en: 'Kind' }, chatKinds, { help: { zh: '不填为全部', en: 'All when empty' } }),
} as const;

const seq = integer({ zh: '序号', en: 'No.' }, { required: true, min: 1, max: 1_000_000_000 });

/** What people do with conversations beyond reading them. */
export const chatActions = {
  flag: {
    on: 'record',
    label: { zh: '标记消息', en: 'Flag a message' },
    help: {
      zh: '标记一条消息，之后可按“标记”筛选；可再取消',
      en: 'Marks a message, by which lists filter; it can be taken away',
    },
    roles: admins,
    only: true,
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
      en: 'Deletes one message for good; the numbers of the others, the title and the figures stay',
    },
    roles: admins,
    only: true,
    stepUp: true,
    danger: true,
    input: {
      seq,
      reason: text({ zh: '原因', en: 'Reason' }, { required: true, min: 2, max: 200 }),
    },
  },
  previewPurge: {
    on: 'collection',
    label: { zh: '预览清理', en: 'Preview a purge' },
    help: { zh: '清理会删除多少会话，不做改动', en: 'How many sessions a purge would delete; changes nothing' },
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
      en: 'Deletes sessions with their messages for good, 500 at a time, the oldest first; figures stay',
    },
    roles: admins,
    stepUp: true,
    danger: true,
    input: given,
    output: {
      sessions: integer({ zh: '已删会话', en: 'Sessions' }),
      messages: integer({ zh: '已删消息', en: 'Messages' }),
      left: integer({ zh: '剩余', en: 'Left' }),
    },
  },
} as const satisfies Record<string, Action>;
